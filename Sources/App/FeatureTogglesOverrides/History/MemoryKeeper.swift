#if OVERRIDES
/// The console's saved state, including changes that are not in its file yet.
///
/// The file is authoritative, because other consoles and commands also write to it. Changes that can't be written stay
/// in effect until the console ends, and are written together with the next successful change.
package struct MemoryKeeper: Sendable {
    /// The maximum number of pending changes.
    private static let pendingLimit = 2 * ConsoleMemory.historyLimit

    private let path: @Sendable () -> String?
    private var store: MemoryStore? { path().map { MemoryStore(path: $0) } }
    /// The file's content when it was last read or written.
    private var file = ConsoleMemory()
    /// The changes that are not in the file yet.
    private var pending: [MemoryChange] = []
    /// The last reported problem with the file, which is not repeated.
    private var problem: String?

    /// Creates a keeper without reading its file.
    ///
    /// - Parameter path: Returns the current path of the file, or `nil` to keep nothing.
    package init(path: @escaping @Sendable @autoclosure () -> String?) {
        self.path = path
    }

    /// The current state.
    package var memory: ConsoleMemory {
        var memory = file
        for change in pending { memory.apply(change) }
        return memory
    }

    /// Reads the file.
    ///
    /// - Returns: A message if the file can't be used, unless it was the last one returned.
    package mutating func read() -> String? {
        guard let store else { return nil }
        let (memory, problem) = store.read()
        if problem == nil { file = memory }
        return newProblem(problem)
    }

    /// Applies a change, and stores it if possible.
    ///
    /// - Returns: A message if the change can't be stored, unless it was the last one returned, or if the previous file
    ///   was set aside.
    package mutating func note(_ change: MemoryChange) -> String? {
        pending = Array((pending + [change]).suffix(Self.pendingLimit))
        guard let store else { return nil }
        do throws(OverrideError) {
            let (memory, notice) = try store.apply(pending)
            file = memory
            pending = []
            problem = nil
            return notice
        } catch {
            return newProblem(error.description)
        }
    }

    /// Remembers a problem, and returns it unless it was the last one.
    private mutating func newProblem(_ sentence: String?) -> String? {
        defer { problem = sentence }
        return sentence == problem ? nil : sentence
    }
}
#endif
