#if OVERRIDES
import ToggleBase
import Dispatch
import FeatureToggles
import FeatureTogglesRemote
import StoreMigration

/// Creates a ``ConsoleModel`` from a client, and a new one whenever the client changes.
final class ModelSource: Sendable {
    private let additions: ModelAdditions
    private let overviews: OverviewSource<ConsoleModel>

    /// Creates a source, which observes the client after ``start(readsDocument:)``.
    ///
    /// - Parameters:
    ///   - client: The client.
    ///   - environment: The display name of the environment; `nil` for the name of the client's application.
    ///   - modules: The names of the toggles' modules by identifier; empty for a single module.
    ///   - origin: Whose values to show.
    ///   - documents: Reads remote documents; `nil` to show none.
    ///   - mirror: Describes the original of the local defaults file, if the file is a copy.
    ///   - today: Returns the current day.
    ///   - send: Receives each model after the first one, on any thread, one at a time.
    init(
        _ client: ToggleClient,
        environment: String? = nil,
        modules: [UInt64: String] = [:],
        origin: ConsoleOrigin = .client,
        documents: ConsoleDocument.Reader? = nil,
        mirror: (any OverrideMirror)? = nil,
        today: @escaping @Sendable () -> CalendarDate? = { SystemTime.today },
        send: @escaping @Sendable (ConsoleModel) -> Void
    ) {
        let additions = ModelAdditions(origin: origin, documents: documents, mirror: mirror)
        self.additions = additions
        overviews = OverviewSource(
            client,
            environment: environment,
            modules: modules,
            shownPath: mirror?.shownPath,
            today: today,
            make: { additions.model($0, $1, $2) },
            send: send
        )
    }

    /// The current client.
    var client: ToggleClient { overviews.client }

    /// Starts observing the client, and returns the first model without sending it.
    ///
    /// - Parameter readsDocument: Whether the model contains the remote document. Otherwise, another model with it follows,
    ///   because the first screen doesn't wait for reading it.
    /// - Returns: The model.
    func start(readsDocument: Bool = false) -> ConsoleModel {
        _ = additions.readMigrations(client)
        if readsDocument {
            additions.readDocuments()
        } else if additions.documents != nil {
            overviews.queue.async { [weak self] in self?.refreshDocument() }
        }
        return overviews.start()
    }

    /// Sends a new model with the remote document, if there is one.
    private func refreshDocument() {
        overviews.refresh {
            additions.readDocuments()
            return client.inventory.remoteDocument != nil
        }
    }

    /// Switches to another client, for example after the declarations changed.
    func replaceClient(with client: ToggleClient, modules: [UInt64: String]) {
        overviews.replaceClient(with: client, modules: modules)
    }

    /// Shows the values of an app, or of the client.
    func setOrigin(_ origin: ConsoleOrigin) {
        overviews.refresh {
            additions.setOrigin(origin)
            return true
        }
    }

    /// Sends a new model, for example because its files can't be read anymore.
    func refreshAlways() {
        overviews.refresh { true }
    }

    /// Sends a new model if the client has changed.
    func refresh() {
        overviews.refresh()
    }

    /// Sends a new model if the app's migration summaries have changed.
    func refreshMigrations() {
        overviews.refresh { additions.readMigrations(client) }
    }

    /// Stops sending models.
    func stop() {
        overviews.stop()
    }
}

/// What the console shows in addition to a client's overview.
private final class ModelAdditions: Sendable {
    private struct State {
        var origin: ConsoleOrigin
        /// The app's migration summaries.
        var migrations: [String: MigrationSummary] = [:]
        var document = ShownDocument()
        /// Whether models contain the remote document.
        var readsDocuments = false
    }

    private let state: Mutex<State>
    let documents: ConsoleDocument.Reader?
    private let mirror: (any OverrideMirror)?

    init(origin: ConsoleOrigin, documents: ConsoleDocument.Reader?, mirror: (any OverrideMirror)?) {
        state = Mutex(State(origin: origin))
        self.documents = documents
        self.mirror = mirror
    }

    func setOrigin(_ origin: ConsoleOrigin) {
        state.withLock { $0.origin = origin }
    }

    /// Makes all later models contain the remote document.
    func readDocuments() {
        state.withLock { $0.readsDocuments = true }
    }

    /// Reads the app's migration summaries.
    ///
    /// - Returns: Whether they have changed.
    func readMigrations(_ client: ToggleClient) -> Bool {
        let migrations = MigrationSummaryFile(beside: client)?.read() ?? [:]
        return state.withLock { state in
            defer { state.migrations = migrations }
            return state.migrations != migrations
        }
    }

    /// Returns the model for an overview of a client's data.
    func model(
        _ overview: ToggleOverview,
        _ client: ToggleClient,
        _ inventory: ToggleInventory
    ) -> ConsoleModel {
        let (origin, migrations) = state.withLock { ($0.origin, $0.migrations) }
        let document = document(of: inventory)
        var overview = overview
        overview.remoteState = overview.remoteState ?? client.remoteState
        if let app = origin.app {
            overview.remoteState = app.remoteState
            overview.problems = app.problems
            overview.lacksDocument = app.remoteState?.revision != nil && inventory.remoteName == nil
            let computed = overview.explanation
            overview.explanation = { index, context in
                // An app is asked only for what it resolved in its own context.
                guard context == nil, inventory.definitions.indices.contains(index) else {
                    return computed(index, context)
                }
                return app.explanation(inventory.definitions[index]) { inventory.explanation(at: index)?.value }
            }
        }
        return ConsoleModel(
            overview: overview,
            origin: origin,
            staleness: mirror?.staleness,
            mirror: mirror,
            document: document.document,
            documentChanged: document.changed,
            migrations: migrations
        )
    }

    /// Returns the document of an inventory, which is read if it changed.
    private func document(of inventory: ToggleInventory) -> ShownDocument {
        // Models are created one at a time, and reading takes time, so not under the lock.
        var document = state.withLock(\.document)
        guard let documents, state.withLock(\.readsDocuments) else { return document }
        document.update(inventory.remoteDocument, documents, at: SystemTime.secondsSince1970)
        state.withLock { $0.document = document }
        return document
    }
}
#endif
