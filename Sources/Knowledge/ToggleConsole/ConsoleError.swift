import ToggleBase

/// An error that prevents the console from running, or one of its actions.
public struct ConsoleError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kind of a console error.
    public struct Code: Hashable, Sendable {
        private enum Kind {
            case unavailable, noTerminal, unsuitableTerminal, alreadyOpen, system, failed, conflict
        }

        private let kind: Kind

        private init(_ kind: Kind) { self.kind = kind }

        /// This build or this system doesn't support the console.
        public static let unavailable = Code(.unavailable)
        /// Standard input or standard output is not a terminal.
        public static let noTerminal = Code(.noTerminal)
        /// The terminal is unknown or lacks a capability that the console needs.
        public static let unsuitableTerminal = Code(.unsuitableTerminal)
        /// The process has already opened a console.
        public static let alreadyOpen = Code(.alreadyOpen)
        /// A system call failed.
        public static let system = Code(.system)
        /// A file or an answer can't be used.
        package static let failed = Code(.failed)
        /// Nothing was written because of a conflicting change by another program.
        package static let conflict = Code(.conflict)
    }

    /// The kind of the error.
    public let code: Code
    /// A message with the failure, its reason, and what to do instead.
    public let description: String
    /// The column of the first invalid character in a typed text, from 1.
    let column: Int?

    package init(_ description: String, code: Code = .failed) {
        self.init(description, code: code, column: nil)
    }

    init(_ description: String, code: Code = .failed, column: Int?) {
        self.code = code
        self.description = description
        self.column = column
    }

    static func unavailable(_ description: String) -> ConsoleError { ConsoleError(description, code: .unavailable) }

    static let noOverrides = unavailable(
        """
        This is a RELEASE build, which contains neither overrides nor the console. Build it with the trait \
        InternalBuild to include both.
        """
    )

    static let noTerminal = ConsoleError(
        "The console needs a terminal for its input and output.",
        code: .noTerminal
    )

    static let alreadyOpen = ConsoleError(
        "This process has already opened a console, and only one can be open at a time.",
        code: .alreadyOpen
    )

    static func system(_ purpose: String, _ number: Int32) -> ConsoleError {
        ConsoleError("Cannot \(purpose): \(SystemError(number).message).", code: .system)
    }

    static func unsuitable(_ description: String) -> ConsoleError {
        ConsoleError(description, code: .unsuitableTerminal)
    }
}
