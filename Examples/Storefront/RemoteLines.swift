import FeatureToggles
import FeatureTogglesRemote

/// What the screen says about remote config, and about whatever else could not be used.
struct RemoteLines {
    let client: ToggleClient
    /// What a person can do with the remote document.
    let guidance: String

    /// Everything.
    var lines: [String] {
        guard let state = client.remoteState else { return complaints }
        return state.status == .ready ? ["Remote config is READY", guidance] + problems : complaints + [guidance]
    }

    /// Only what is wrong.
    var complaints: [String] {
        guard let state = client.remoteState else { return [guidance] + problems }
        return (state.status == .ready ? [] : ["Remote config is \(state.status.rawValue): \(state.why)"]) + problems
    }

    /// What was skipped, but for what the state says already.
    private var problems: [String] {
        let why = client.remoteState?.why ?? ""
        return client.problems.filter { !why.contains($0.message) }.map { "! \($0)" }
    }
}
