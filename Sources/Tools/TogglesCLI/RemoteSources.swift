import FeatureToggles
import FeatureTogglesRemote
import ToggleBase
import ToggleTool

/// Creates remote sources for addresses on the command line.
enum RemoteSources {
    /// Returns the source of an address: a path or `file:`, `http:`, `https:`, `ofrep+http:`, `ofrep+https:`.
    ///
    /// `toggles-remote` fetches a document from a network, once, when the source's available document is read.
    ///
    /// - Parameters:
    ///   - address: The address.
    ///   - context: The context for an OFREP server.
    /// - Returns: The source.
    /// - Throws: ``ToolError`` for an unsupported scheme.
    static func source(for address: String, context: EvaluationContext = EvaluationContext()) throws -> any RemoteSource
    {
        switch try RemoteAddress(address) {
        case .file(let path): FileRemoteSource(path: path)
        case .http, .s3, .etcd: FetchedRemoteSource(address: address, format: .flagd, context: context)
        case .ofrep: FetchedRemoteSource(address: address, format: .ofrep, context: context)
        }
    }
}

extension RemoteConfiguration {
    /// Returns a configuration for a command, which needs the values of a document of any size as soon as it starts.
    static func forTool(_ source: any RemoteSource) -> RemoteConfiguration {
        var configuration = RemoteConfiguration.onDemand(source)
        configuration.waitsForLargeDocuments = true
        return configuration
    }
}

/// A document that `toggles-remote` fetches.
struct FetchedRemoteSource: RemoteSource {
    /// The address.
    let address: String
    /// The format of the document.
    let format: RemoteDocument.Format
    /// The context for an OFREP server.
    let context: EvaluationContext

    /// The maximum size of a response in bytes, which exceeds that of valid documents.
    private static let limit = 1 << 21

    /// The address, without parts that can be secret.
    var name: String { String(address.prefix { $0 != "?" && $0 != "#" }).withoutUserInfo }

    /// The current document at the address.
    func availableDocument() throws(RemoteSourceError) -> RemoteDocument? {
        let tool: String
        do {
            tool = try Companion.remote.path()
        } catch {
            throw RemoteSourceError(.unreachable, "\(name): \(error.message)")
        }
        var arguments = ["fetch", "--raw"]
        if format == .ofrep {
            var members = context.attributes.map { JSONObject.Member(name: $0.key, value: $0.value) }
            if let key = context.targetingKey {
                members.append(JSONObject.Member(name: "targetingKey", value: .string(key)))
            }
            arguments += ["--context", JSONWriter().text(.object(JSONObject(members)))]
        }
        let process = ChildProcess(tool, arguments + ["--", address], seconds: 600)
        let result: (ending: ChildProcess.Ending, output: [UInt8], standardError: String)
        do {
            result = try process.output(limit: Self.limit)
        } catch {
            throw RemoteSourceError(.unreachable, "\(tool) cannot be run: \(error.message)")
        }
        switch result.ending {
        case .exited(0):
            return RemoteDocument(text: result.output, format: format)
        case .stopped:
            throw RemoteSourceError(.unreachable, "\(name) responds with more than \(Self.limit) bytes")
        case .exited, .signalled, .timedOut:
            let sentence = result.standardError.split(separator: "\n").first ?? "no response"
            throw RemoteSourceError(
                .unreachable,
                sentence.hasSuffix(".") ? String(sentence.dropLast()) : String(sentence)
            )
        }
    }

    /// The current document at the address.
    func fetch(_ request: RemoteRequest) async throws(RemoteSourceError) -> RemoteDocument? { try availableDocument() }
}
