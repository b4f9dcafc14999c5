import FeatureTogglesRemote
import ToggleTool

/// The remote document that an argument names: a file, or standard input as `-`.
enum DocumentInput {
    /// Reads a document.
    ///
    /// Of standard input, at most one byte more than clients accept is read, so that the document is refused as a file
    /// of the same size is.
    static func read(_ argument: String) throws -> [UInt8] {
        guard argument == "-" else { return try ToolFiles.readDocument(argument) }
        return try ToolFiles.readStandardInput(upTo: FlagDocument.Limits.standard.size + 1)
    }
}
