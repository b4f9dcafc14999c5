import FeatureToggles
import FeatureTogglesHTTP
import FeatureTogglesRemote

/// What came, as people and programs read it.
struct FetchReport {
    private static let fields = [
        ("content type", "Content-Type"), ("content encoding", "Content-Encoding"), ("etag", "ETag"),
        ("cache control", "Cache-Control"), ("age", "Age"), ("last modified", "Last-Modified"),
        ("retry after", "Retry-After"),
    ]

    /// Where it came from, without secrets.
    let name: String
    /// The status and the header fields of the last answer, for what came over HTTP.
    let head: HeadKeepingTransport.Head?
    /// What the source brought.
    private let document: RemoteDocument?
    /// Why nothing came, as a sentence.
    let failure: String?
    /// How many flags there are, when the document can be read.
    private var flags: Int?
    /// What cannot be used.
    private var problems: [String] = []

    init(name: String, head: HeadKeepingTransport.Head?, result: Result<RemoteDocument?, RemoteSourceError>) {
        self.name = name
        self.head = head
        switch result {
        case .failure(let error):
            document = nil
            failure =
                "Nothing that can be used came: \(error.message)\(".?!…".contains(error.message.suffix(1)) ? "" : ".")"
        case .success(nil):
            document = nil
            failure = "Nothing came from \(name)."
        case .success(let document?):
            self.document = document
            failure = nil
            do throws(FlagDocument.Refusal) {
                switch document.format {
                case .flagd:
                    let flagd = try FlagDocument(text: document.text)
                    flags = flagd.count
                    problems = flagd.problems.map(\.description)
                default:
                    let answers = try OFREPDocument(text: document.text)
                    flags = answers.keys.count
                    problems = answers.problems
                }
            } catch {
                problems = [error.description]
            }
        }
    }

    /// Whether something came that cannot be used.
    var hasFindings: Bool { !problems.isEmpty }

    /// How many problems are printed for people.
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

    /// A text that no terminal takes for commands.
    static func printable(_ text: String) -> String {
        String(String.UnicodeScalarView(text.unicodeScalars.prefix(4_096))).printableLine
    }
}
