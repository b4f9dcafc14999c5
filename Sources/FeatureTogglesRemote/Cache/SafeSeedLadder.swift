/// Which document a client starts with, given how the last runs ended.
enum SafeSeedLadder {
    /// How many killed runs in a row make a client go back to the last document that had a healthy run.
    static let safeThreshold = 3
    /// How many make it go on without any.
    static let defaultsThreshold = 4

    enum Choice: Sendable, Hashable {
        /// The newest document.
        case current
        /// The last one that had a healthy run.
        case safe
        /// None: the compiled defaults.
        case defaults
    }

    /// Chooses.
    ///
    /// A run counts against the document that was in force. So a new document begins at zero, a healthy run with a document
    /// clears that document only, and one that crashed three times is not tried again because an older one works.
    ///
    /// - Parameters:
    ///   - dead: How many runs with the newest document were killed since its last healthy one.
    ///   - deadSafe: The same of the last document that had a healthy run; `nil` when there is no such other document.
    ///   - isSafe: Whether the newest document had a healthy run itself.
    /// - Returns: The document to start with.
    static func choice(dead: Int, deadSafe: Int?, isSafe: Bool) -> Choice {
        if dead < safeThreshold { return .current }
        // The last good document is the one that crashes: it gets the run that another one would have had.
        if isSafe { return dead < defaultsThreshold ? .current : .defaults }
        guard let deadSafe else { return .defaults }
        return dead + deadSafe < defaultsThreshold ? .safe : .defaults
    }
}
