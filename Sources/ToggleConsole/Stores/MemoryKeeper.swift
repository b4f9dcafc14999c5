/// The console's saved state, including changes that are not in its file yet.
///
/// The file is authoritative, because other consoles and commands write to it too. Changes that can't be written stay
/// in effect until the console ends, and are written with the next successful change.
struct MemoryKeeper: Sendable {
    /// The maximum number of changes that wait for an unwritable file.
    private static let pendingLimit = 2 * ConsoleMemory.historyLimit

    private let store: MemoryStore?
    /// The file's content when it was last read or written.
    private var file = ConsoleMemory()
    /// The changes that are not in the file yet.
    private var pending: [MemoryChange] = []
    /// The last reported problem with the file, which is not repeated.
    private var problem: String?

    /// Creates a keeper without reading its file; a path of `nil` means that there is none.
    init(path: String?) {
        store = path.map { MemoryStore(path: $0) }
    }

    /// The current state.
    var memory: ConsoleMemory {
        var memory = file
        for change in pending { memory.apply(change) }
        return memory
    }

    /// Reads the file.
    ///
    /// - Returns: A sentence if the file can't be used and this was not reported before.
    mutating func read() -> String? {
        guard let store else { return nil }
        let (memory, problem) = store.read()
        if problem == nil { file = memory }
        return newProblem(problem)
    }

    /// Applies a change, and stores it if possible.
    ///
    /// - Returns: A sentence if the change can't be stored and this was not reported before, or if the previous file
    ///   was set aside.
    mutating func note(_ change: MemoryChange) -> String? {
        pending = Array((pending + [change]).suffix(Self.pendingLimit))
        guard let store else { return nil }
        do throws(ConsoleError) {
            let (memory, notice) = try store.apply(pending)
            file = memory
            pending = []
            problem = nil
            return notice
        } catch {
            return newProblem(error.description)
        }
    }

    private mutating func newProblem(_ sentence: String?) -> String? {
        defer { problem = sentence }
        return sentence == problem ? nil : sentence
    }
}
