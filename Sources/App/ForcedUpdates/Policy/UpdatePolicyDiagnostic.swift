/// A mistake in a policy, or something that is probably not intended.
public struct UpdatePolicyDiagnostic: Sendable, Hashable, CustomStringConvertible {
    /// The severity of a diagnostic.
    public enum Severity: String, Sendable, Hashable, Comparable {
        /// The part is ignored.
        case note
        /// The policy works, but probably not as intended.
        case warning
        /// Apps refuse the policy, and keep the previous one.
        case error

        /// Whether the left severity is lower.
        public static func < (left: Severity, right: Severity) -> Bool { left.rank < right.rank }

        private var rank: Int {
            switch self {
            case .note: 0
            case .warning: 1
            case .error: 2
            }
        }
    }

    /// A step from a value to a value inside it.
    public enum Step: Sendable, Hashable {
        /// The value of a member.
        case member(String)
        /// The name of a member.
        case name(String)
        /// The element at an index.
        case element(Int)
    }

    /// The severity of a diagnostic.
    public let severity: Severity
    /// The path from the policy to the part; empty for the policy itself.
    public let path: [Step]
    /// A clause that says what is wrong, and what to write instead.
    public let message: String

    /// Creates a diagnostic.
    public init(_ severity: Severity, at path: [Step] = [], _ message: String) {
        self.severity = severity
        self.path = path
        self.message = message
    }

    /// The path as text, such as "details[0].app_version"; empty for the policy itself.
    public var place: String { Self.text(path) }

    private static func text(_ path: [Step]) -> String {
        path.reduce(into: "") { text, step in
            switch step {
            case .member(let name), .name(let name): text += text.isEmpty ? name : ".\(name)"
            case .element(let index): text += "[\(index)]"
            }
        }
    }

    /// The path and the message.
    public var description: String {
        var path = path
        // A name at the beginning of the message needn't occur twice.
        switch path.last {
        case .member(let name)?, .name(let name)?:
            if message.hasPrefix("‘\(name)’ ") { path.removeLast() }
        case .element?, nil: break
        }
        return path.isEmpty ? message : "\(Self.text(path)): \(message)"
    }
}
