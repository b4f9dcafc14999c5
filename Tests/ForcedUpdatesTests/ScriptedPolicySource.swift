import FeatureTogglesRemote
import ToggleBase

/// A remote server whose responses a test sets.
final class ScriptedPolicySource: RemoteSource {
    private struct State {
        var answer: Result<[UInt8], RemoteSourceError>
        var revision = 0
        var fetches = 0
    }

    let name = "scripted policy"
    private let state: Mutex<State>

    init(_ text: String) {
        state = Mutex(State(answer: .success(Array(text.utf8))))
    }

    init(failing error: RemoteSourceError) {
        state = Mutex(State(answer: .failure(error)))
    }

    static var unreachable: ScriptedPolicySource {
        ScriptedPolicySource(failing: RemoteSourceError(.unreachable, "the server does not respond"))
    }

    func answer(_ text: String) {
        answer(Array(text.utf8))
    }

    func answer(_ bytes: [UInt8]) {
        state.withLock { state in
            state.answer = .success(bytes)
            state.revision += 1
        }
    }

    func fail(_ code: RemoteSourceError.Code) {
        state.withLock { $0.answer = .failure(RemoteSourceError(code, "the server failed")) }
    }

    /// The number of fetches.
    var fetches: Int { state.withLock(\.fetches) }

    func fetch(_ request: RemoteRequest) async throws(RemoteSourceError) -> RemoteDocument? {
        let state = state.withLock { state in
            state.fetches += 1
            return state
        }
        let revision = "\(state.revision)"
        let text = try state.answer.get()
        return request.revision == revision ? nil : RemoteDocument(text: text, revision: revision)
    }
}
