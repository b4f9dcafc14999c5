/// An error that prevents the console from running.
public struct ConsoleError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kind of a console error.
    public struct Code: Hashable, Sendable {
        private enum Kind {
            case unavailable, noTerminal, unsuitableTerminal, alreadyOpen, system
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
    }

    /// The kind of the error.
    public let code: Code
    /// A sentence that says what failed, why, and what to do instead.
    public let description: String

    private init(_ code: Code, _ description: String) {
        self.code = code
        self.description = description
    }

    static func unavailable(_ sentence: String) -> ConsoleError { ConsoleError(.unavailable, sentence) }

    static let noOverrides = ConsoleError(
        .unavailable,
        """
        This is a RELEASE build without overrides, and the console changes nothing else. Build it with the trait \
        InternalBuild to have both.
        """
    )

    static let noTerminal = ConsoleError(
        .noTerminal,
        "The console needs a terminal for its input and its output, and there is none."
    )

    static let alreadyOpen = ConsoleError(
        .alreadyOpen,
        "The console is open already in this process, which has only one terminal."
    )

    static func system(_ purpose: String, _ failure: Int32) -> ConsoleError {
        ConsoleError(.system, "Cannot \(purpose): \(SystemCalls.sentence(failure)).")
    }

    #if OVERRIDES
    static func screen(_ problem: CursesScreen.Problem, terminal: String) -> ConsoleError {
        switch problem {
        case .noCursorMotion:
            ConsoleError(
                .unsuitableTerminal,
                "The terminal ‘\(terminal)’ cannot move its cursor, which the console needs."
            )
        case .unknownTerminal:
            ConsoleError(
                .unsuitableTerminal,
                terminal.isEmpty
                    ? "TERM is not set, so nobody knows how to speak to the terminal. Set it, for example to xterm-256color."
                    : "Nobody knows the terminal ‘\(terminal)’. Set TERM to one that is installed, for example xterm-256color."
            )
        case .system(let failure): .system("open the screen", failure)
        }
    }
    #endif
}
