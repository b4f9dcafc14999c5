import FeatureToggles
import FeatureTogglesRemote
import ToggleCompanions

/// The remote source that an address on the command line means.
enum RemoteSources {
    /// The source of an address: a path or `file:`, `http:`, `https:`, `ofrep+http:`, `ofrep+https:`.
    ///
    /// What is fetched over a network is fetched once, when the source is asked for what is at hand, by `toggles-fetch`.
    ///
    /// - Parameters:
    ///   - address: The address as it was typed.
    ///   - context: Whom an OFREP server is asked for.
    /// - Returns: The source.
    /// - Throws: ``CommandFailure`` for a scheme that no source speaks.
    static func source(for address: String, context: EvaluationContext = EvaluationContext()) throws -> any RemoteSource
    {
        do throws(RemoteAddress.Failure) {
            switch try RemoteAddress(address) {
            case .file(let path): return FileRemoteSource(path: path)
            case .http: return FetchedRemoteSource(address: address, format: .flagd, context: context)
            case .ofrep: return FetchedRemoteSource(address: address, format: .ofrep, context: context)
            }
        } catch {
            throw CommandFailure.usage("\(error).")
        }
    }
}

/// A document that `toggles-fetch` brings.
struct FetchedRemoteSource: RemoteSource {
    /// The address as it was typed.
    let address: String
    /// How the document is written.
    let format: RemoteDocument.Format
    /// Whom an OFREP server is asked for.
    let context: EvaluationContext

    /// What is taken of an answer, in bytes: more than any document that is accepted.
    private static let limit = 1 << 21

    /// The address, without what may be secret in it.
    var name: String {
        let plain = address.prefix { $0 != "?" && $0 != "#" }
        guard let scheme = plain.firstRange(of: "://") else { return String(plain) }
        let authority = plain[scheme.upperBound...].prefix { $0 != "/" }
        guard let at = authority.lastIndex(of: "@") else { return String(plain) }
        return String(plain[..<scheme.upperBound] + plain[plain.index(after: at)...])
    }

    /// The document as it is now at the address.
    func availableDocument() throws(RemoteSourceError) -> RemoteDocument? {
        guard let tool = Companion.path(of: SiblingTool.fetch.name) else {
            throw RemoteSourceError(.unreachable, "\(name): \(SiblingTool.fetch.absence)")
        }
        var arguments = ["fetch", "--raw"]
        if format == .ofrep {
            var members = context.attributes.map { JSONObject.Member(name: $0.key, value: $0.value) }
            if let key = context.targetingKey {
                members.append(JSONObject.Member(name: "targetingKey", value: .string(key)))
            }
            arguments += ["--context", JSONWriter().text(.object(JSONObject(members)))]
        }
        let (ending, output, complaint) = try answer(of: ChildProcess(tool, arguments + ["--", address], seconds: 600))
        switch ending {
        case .exited(0):
            return RemoteDocument(text: output, format: format)
        case .stopped:
            throw RemoteSourceError(.unreachable, "\(name) answers with more than \(Self.limit) bytes")
        case .exited, .signalled, .timedOut:
            let sentence = complaint.split(separator: "\n").first ?? "no answer"
            throw RemoteSourceError(
                .unreachable,
                sentence.hasSuffix(".") ? String(sentence.dropLast()) : String(sentence)
            )
        }
    }

    private func answer(
        of process: ChildProcess
    ) throws(RemoteSourceError) -> (ending: ChildProcess.Ending, output: [UInt8], complaint: String) {
        do {
            return try process.output(limit: Self.limit)
        } catch {
            throw RemoteSourceError(.unreachable, "\(process.program) cannot be run: \(error.reason)")
        }
    }

    /// The document as it is now at the address.
    func fetch(_ request: RemoteRequest) async throws(RemoteSourceError) -> RemoteDocument? { try availableDocument() }
}
