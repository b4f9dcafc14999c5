import FeatureToggles
import FeatureTogglesRemote

/// The lines about the state of remote config and about other problems.
struct RemoteLines {
    let client: ToggleClient
    /// A hint for the user, such as which file to edit.
    let guidance: String

    /// All lines.
    var lines: [String] {
        guard let state = client.remoteState else { return complaints }
        return state.status == .ready ? ["Remote config is READY", guidance] + problems : complaints + [guidance]
    }

    /// Only the lines about problems.
    var complaints: [String] {
        guard let state = client.remoteState else { return [guidance] + problems }
        return (state.status == .ready ? [] : ["Remote config is \(state.status.rawValue): \(state.why)"]) + problems
    }

    /// The client's problems, except those that the state already mentions.
    private var problems: [String] {
        let why = client.remoteState?.why ?? ""
        return client.problems.filter { !why.contains($0.message) }.map { "! \($0)" }
    }
}
