import FeatureToggles
import ToggleConsole
import ToggleDocuments

extension ConsoleDocument {
    /// Reads a remote document, and compares it with the previous one if there is one.
    ///
    /// - Parameters:
    ///   - text: The text of the document in UTF-8.
    ///   - previous: The text of the previous document.
    /// - Returns: The document, or `nil` if the text isn't one.
    /// - Complexity: O(*n*) in the size of both texts.
    @Sendable
    static func read(_ text: [UInt8], _ previous: [UInt8]?) -> ConsoleDocument? {
        guard let summaries = FlagSummaries(text) else { return nil }
        let old = previous.flatMap { FlagSummaries($0) }
        return ConsoleDocument { toggle in
            guard let parameter = toggle.remoteParameter, let flag = summaries[parameter] else { return nil }
            return Flag(
                definition: flag.definition,
                audience: flag.audience,
                changes: old.map { summaries.changes(of: parameter, since: $0) } ?? []
            )
        }
    }
}
