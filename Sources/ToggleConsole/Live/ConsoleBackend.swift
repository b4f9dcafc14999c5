package import FeatureToggles
import Synchronization

/// Stand-in.
package final class ConsoleBackend: Sendable {
    struct Start: Sendable {
        var model: ConsoleModel
        var memory: ConsoleMemory
        var notice: String?
    }

    typealias Send = @Sendable (ConsoleEvent) -> Void

    private let client: ToggleClient
    private let following = Mutex<Task<Void, Never>?>(nil)
    private let revision = Mutex(0)

    package init(_ client: ToggleClient, environment: String? = nil) {
        self.client = client
    }

    func start(_ send: @escaping Send) -> Start {
        let changes = client.changes()
        following.withLock { following in
            following = Task { [weak self] in
                for await _ in changes { if let self { send(.model(model)) } }
            }
        }
        return Start(model: model, memory: ConsoleMemory())
    }

    func perform(_ effect: ConsoleEffect) -> Bool { true }

    func finish() { following.withLock { $0?.cancel() } }

    private var model: ConsoleModel {
        let explanations = client.explanations()
        return ConsoleModel(
            revision: revision.withLock { $0 += 1; return $0 },
            toggles: client.definitions,
            defaultsPath: client.localDefaultsPath,
            context: client.context,
            today: CalendarDate(year: 2026, month: 11, day: 21)!
        ) { index, _ in explanations[index] }
    }
}
