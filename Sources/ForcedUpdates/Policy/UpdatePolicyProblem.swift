/// Something about a policy that is wrong, or is probably not meant.
public struct UpdatePolicyProblem: Error, Sendable, Hashable, CustomStringConvertible {
    /// How bad it is.
    public enum Severity: String, Sendable, Hashable, Comparable {
        /// It is ignored.
        case note
        /// It works, and is probably not what is meant.
        case warning
        /// The policy is refused, and the one before stays in force.
        case error

        /// Whether the left one is less bad.
        public static func < (left: Severity, right: Severity) -> Bool { left.rank < right.rank }

        private var rank: Int {
            switch self {
            case .note: 0
            case .warning: 1
            case .error: 2
            }
        }
    }

    /// A step from a value to one in it.
    public enum Step: Sendable, Hashable {
        /// The member of a name, at its value.
        case member(String)
        /// The name of a member itself, which is what is wrong.
        case name(String)
        /// The element at an index, from 0.
        case element(Int)
    }

    /// How bad it is.
    public let severity: Severity
    /// The way from the policy to what is wrong; empty for the policy itself.
    public let path: [Step]
    /// A clause that says what is wrong and what to write instead.
    public let message: String

    /// Creates a problem.
    public init(_ severity: Severity, at path: [Step] = [], _ message: String) {
        self.severity = severity
        self.path = path
        self.message = message
    }

    /// The way as people write it: "details[0].app_version"; empty for the policy itself.
    public var place: String {
        path.reduce(into: "") { text, step in
            switch step {
            case .member(let name), .name(let name): text += text.isEmpty ? name : ".\(name)"
            case .element(let index): text += "[\(index)]"
            }
        }
    }

    /// The place and the clause.
    public var description: String { path.isEmpty ? message : "\(place): \(message)" }
}
