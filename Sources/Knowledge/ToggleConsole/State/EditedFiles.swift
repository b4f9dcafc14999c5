#if OVERRIDES
/// The files of texts from the user's editor that are not stored yet.
///
/// A file is deleted when its text is stored, or edited again in another file. It is also deleted if the editor didn't
/// change the text. If the text is invalid or can't be stored, the file stays and a message names it.
struct EditedFiles: Sendable {
    /// The paths in the order in which the texts arrived.
    private(set) var paths: [String] = []
    /// The files of texts that are being written.
    private var writing: [OverrideChange: String] = [:]

    /// Adds the file of a text that arrived.
    mutating func add(_ path: String?) {
        guard let path, !paths.contains(path) else { return }
        paths.append(path)
    }

    /// Keeps a file until the result of the write among some effects.
    mutating func keep(_ path: String?, until effects: [ConsoleEffect]) {
        guard let path else { return }
        for case .request(.write(let change)) in effects { writing[change] = path }
    }

    /// Returns the file of a text whose write has finished, or `nil` if the value is not from the editor.
    mutating func finish(_ change: OverrideChange) -> String? {
        writing.isEmpty ? nil : writing.removeValue(forKey: change)
    }

    /// Leaves a file to the user, to whom it was named.
    mutating func leave(_ path: String) {
        paths.removeAll { $0 == path }
    }

    /// Removes the paths of files that are no longer needed.
    ///
    /// - Parameter held: The files that open dialogs and the editor refer to.
    /// - Returns: The removed paths.
    mutating func takeUnneeded(besides held: [String]) -> [String] {
        guard !paths.isEmpty else { return [] }
        let needed = Set(held).union(writing.values)
        defer { paths.removeAll { !needed.contains($0) } }
        return paths.filter { !needed.contains($0) }
    }
}
#endif
