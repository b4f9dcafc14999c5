/// Chooses the document with which a client starts, based on how the last runs ended.
enum CrashFallback {
    /// The number of crashed runs after which a client goes back to the last document with a healthy run.
    static let crashesUntilSafe = 3
    /// The number of crashed runs after which a client uses no document.
    static let crashesUntilDefaults = 4

    enum Choice: Sendable, Hashable {
        /// The newest document.
        case current
        /// The last document with a healthy run.
        case safe
        /// No document: the compiled defaults.
        case defaults
    }

    /// Chooses the document for a start.
    ///
    /// A run counts against its active document. So the count for a new document starts at zero, a healthy run clears
    /// only its own document, and a document that crashed three times is not tried again because an older one works.
    ///
    /// - Parameters:
    ///   - crashes: The number of crashed runs with the newest document since its last healthy run.
    ///   - crashesOfSafe: The same for the last document with a healthy run; `nil` if it doesn't exist or is the newest
    ///     one.
    ///   - isSafe: Whether the newest document has had a healthy run.
    /// - Returns: The document to start with.
    static func choice(crashes: Int, crashesOfSafe: Int?, isSafe: Bool) -> Choice {
        if crashes < crashesUntilSafe { return .current }
        // The last healthy document itself crashes, so it gets the run that another healthy one would get.
        if isSafe { return crashes < crashesUntilDefaults ? .current : .defaults }
        guard let crashesOfSafe else { return .defaults }
        return crashes + crashesOfSafe < crashesUntilDefaults ? .safe : .defaults
    }
}
