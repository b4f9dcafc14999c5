import FeatureToggles
import FeatureTogglesRemote
import ToggleTool

/// The parts of a running app's state that a client needs to evaluate toggles like the app.
struct AppInputs: Hashable, Sendable {
    private let documentPath: String?
    private let document: String?
    /// Whether the app has a remote source.
    let hasRemote: Bool
    /// The app's ambient context, without the values that it hides.
    let context: EvaluationContext

    init(_ state: StateFile) {
        documentPath = state.documentPath
        document = state.document
        hasRemote = state.remoteState != nil
        var context = EvaluationContext()
        for attribute in state.context {
            guard let value = attribute.value?.whole else { continue }
            if attribute.name == "targetingKey", case .string(let key) = value {
                context.targetingKey = key
            } else {
                context[attribute.name] = value
            }
        }
        self.context = context
    }

    /// Returns a warning if a file isn't the document that the app uses, so that the app won't see a change of the file.
    func warning(forChangesOf path: String) -> String? {
        guard let used = documentText, let edited = try? ToolFiles.read(path), used != edited
        else { return nil }
        return """
            The running app uses a document with another content, so the shares above may not be those of its users, and \
            it may not follow this file.
            """
    }

    /// The text of the app's remote document, if it is known.
    var documentText: [UInt8]? {
        documentPath.flatMap { try? ToolFiles.read($0) } ?? document.map { Array($0.utf8) }
    }

    /// A source of the app's remote document, if it is known.
    var source: (any RemoteSource)? {
        if let documentPath { return FileRemoteSource(path: documentPath) }
        return document.map { InMemoryRemoteSource(document: $0) }
    }
}
