import FeatureToggles
import FeatureTogglesRemote

/// The document that a command was pointed at, read once before the command does anything.
struct FixedRemoteSource: RemoteSource {
    let name: String
    private let document: RemoteDocument?

    /// Reads the document.
    ///
    /// - Throws: ``CommandFailure`` when it cannot be had or used: a command that was told where to look must not answer
    ///   without it.
    init(_ source: any RemoteSource) throws {
        name = source.name
        do {
            document = try source.availableDocument()
        } catch {
            throw CommandFailure.usage("\(error).")
        }
        guard let document else { return }
        do {
            switch document.format {
            case .flagd: _ = try FlagDocument(text: document.text)
            case .ofrep: _ = try OFREPDocument(text: document.text)
            case .values: _ = try ValuesDocument(text: document.text)
            }
        } catch {
            let kind = document.format == .flagd ? "flagd document" : "usable answer"
            throw CommandFailure.usage("‘\(name)’ is no \(kind): \(error).")
        }
    }

    func availableDocument() -> RemoteDocument? { document }

    func fetch(_ request: RemoteRequest) async throws(RemoteSourceError) -> RemoteDocument? {
        document?.revision == request.revision ? nil : document
    }
}
