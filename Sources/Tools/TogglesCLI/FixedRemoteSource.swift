import FeatureTogglesRemote
import ToggleTool

/// A remote document that is read once, before a command runs.
struct FixedRemoteSource: RemoteSource {
    let name: String
    private let document: RemoteDocument?

    /// The text of the document, if its format is flagd's.
    var text: [UInt8]? { document.flatMap { $0.format == .flagd ? Array($0.text) : nil } }

    /// Reads the document.
    ///
    /// - Throws: An error if it can't be read or used, because the command must not run without it.
    init(_ source: any RemoteSource) throws {
        name = source.name
        document = try source.availableDocument()
        guard let document else { return }
        do {
            switch document.format {
            case .flagd: _ = try FlagDocument(text: document.text)
            case .ofrep, .values: _ = try ValuesDocument(text: document.text, format: document.format)
            }
        } catch {
            let kind = document.format == .flagd ? "flagd document" : "usable answer"
            throw ToolError.usage("‘\(name)’ is not a \(kind): \(error).")
        }
    }

    func availableDocument() -> RemoteDocument? { document }

    func fetch(_ request: RemoteRequest) async throws(RemoteSourceError) -> RemoteDocument? {
        document?.revision == request.revision ? nil : document
    }
}
