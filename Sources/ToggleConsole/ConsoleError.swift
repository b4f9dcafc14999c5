/// Why the console does not run.
public struct ConsoleError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What kind of reason it is.
    public struct Code: Hashable, Sendable {
        private enum Kind {
            case unavailable, noTerminal, unsuitableTerminal, alreadyOpen, system
        }

        private let kind: Kind

        private init(_ kind: Kind) { self.kind = kind }

        /// This build or this system has no console.
        public static let unavailable = Code(.unavailable)
        /// Input and output are no terminal.
        public static let noTerminal = Code(.noTerminal)
        /// The terminal cannot show the console, or nobody knows it.
        public static let unsuitableTerminal = Code(.unsuitableTerminal)
        /// The process has a console already.
        public static let alreadyOpen = Code(.alreadyOpen)
        /// The operating system refused.
        public static let system = Code(.system)
    }

    /// What kind of reason it is.
    public let code: Code
    /// A sentence for people: what, why, and what to do instead.
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

    #if !RELEASE || InternalBuild
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
