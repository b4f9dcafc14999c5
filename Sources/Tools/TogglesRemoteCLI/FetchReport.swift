import FeatureTogglesRemote
import ToggleBase
import ToggleHTTP
import ToggleTool

/// The result of a fetch, for people and programs.
struct FetchReport {
    private static let fields = [
        ("content type", "Content-Type"), ("content encoding", "Content-Encoding"), ("etag", "ETag"),
        ("cache control", "Cache-Control"), ("age", "Age"), ("last modified", "Last-Modified"),
        ("retry after", "Retry-After"),
    ]

    /// The source, without secrets.
    let name: String
    /// The status and the header fields of the last response over HTTP.
    let head: HeadKeepingTransport.Head?
    /// The fetched document.
    private let document: RemoteDocument?
    /// A sentence about why there is no document.
    let failure: String?
    /// The number of flags, if the document is readable.
    private var flags: Int?
    /// The invalid parts.
    private var problems: [String] = []

    init(name: String, head: HeadKeepingTransport.Head?, result: Result<RemoteDocument?, RemoteSourceError>) {
        self.name = name
        self.head = head
        switch result {
        case .failure(let error):
            document = nil
            failure =
                "No usable document: \(error.message)\(".?!…".contains(error.message.suffix(1)) ? "" : ".")"
        case .success(nil):
            document = nil
            failure = "\(name) has no document."
        case .success(let document?):
            self.document = document
            failure = nil
            do throws(RemoteDocumentError) {
                switch document.format {
                case .flagd:
                    let flagd = try FlagDocument(text: document.text)
                    flags = flagd.count
                    problems = flagd.problems.map(\.description)
                default:
                    let answers = try ValuesDocument(text: document.text, format: document.format)
                    flags = answers.keys.count
                    problems = answers.problems
                }
            } catch {
                problems = [error.description]
            }
        }
    }

    /// Whether parts of the document are invalid.
    var hasFindings: Bool { !problems.isEmpty }

    /// The number of problems that are printed as text.
    private static let mostProblems = 100

    /// A line for each fact.
    var lines: [String] {
        var facts: [(String, String)] = []
        if let head {
            facts.append(("status", String(head.status)))
            facts += Self.fields.compactMap { label, name in head.headers[name].map { (label, Self.printable($0)) } }
        }
        if let document { facts.append(("size", "\(document.text.count) bytes")) }
        if let flags { facts.append(("flags", String(flags))) }
        let lines = facts.map { "  \($0.0)\(String(repeating: " ", count: max(1, 18 - $0.0.count)))\($0.1)" }
        let verdict: [String] =
            if document == nil {
                []
            } else if problems.isEmpty {
                ["valid"]
            } else if flags == nil {
                ["not valid: \(Self.printable(problems[0]))"]
            } else {
                problems.prefix(Self.mostProblems).map(Self.printable)
                    + (problems.count > Self.mostProblems
                        ? ["and \(problems.count - Self.mostProblems) more; --json lists all of them"] : [])
                    + ["\(problems.count) \(problems.count == 1 ? "problem" : "problems")"]
            }
        return [Self.printable(name)] + lines + verdict
    }

    /// The same facts for programs.
    var json: JSONValue {
        var object: JSONObject = ["version": 1, "source": .string(name)]
        if let head {
            object["status"] = .integer(head.status)
            object["headers"] = .object(
                JSONObject(
                    Self.fields.compactMap { _, name in
                        head.headers[name].map { JSONObject.Member(name: name.lowercased(), value: .string($0)) }
                    }
                )
            )
        }
        if let document {
            object["size"] = .integer(document.text.count)
            object["revision"] = document.revision.map { .string($0) } ?? .null
        }
        if let flags { object["flags"] = .integer(flags) }
        object["valid"] = .bool(document != nil && problems.isEmpty)
        object["problems"] = .array((problems + [failure].compactMap { $0 }).map { .string($0) })
        return .object(object)
    }

    /// A text on one line, without control characters, of limited length.
    static func printable(_ text: String) -> String {
        String(String.UnicodeScalarView(ToolOutput.shown(text).unicodeScalars.prefix(4_096))).printableLine
    }
}
