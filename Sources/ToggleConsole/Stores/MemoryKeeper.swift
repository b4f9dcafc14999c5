/// What is remembered, in the file and beside it.
///
/// The file is the truth, for other consoles and commands note there what they do. What cannot be written there counts
/// nevertheless until the end, and is written with the next change that can be.
struct MemoryKeeper: Sendable {
    /// How many changes wait for a file that cannot be written.
    private static let mostWaiting = 2 * ConsoleMemory.historyLimit

    private let store: MemoryStore?
    /// What the file held when it was read or written the last time.
    private var file = ConsoleMemory()
    /// What is not in the file yet.
    private var waiting: [MemoryChange] = []
    /// The last sentence about a file that cannot be used, which is not repeated.
    private var problem: String?

    /// Names the file; `nil` where there is none.
    init(path: String?) {
        store = path.map { MemoryStore(path: $0) }
    }

    /// What is remembered.
    var memory: ConsoleMemory {
        var memory = file
        for change in waiting { memory.apply(change) }
        return memory
    }

    /// Reads the file.
    ///
    /// - Returns: A sentence when it cannot be used and that was not said yet.
    mutating func read() -> String? {
        guard let store else { return nil }
        let (memory, problem) = store.read()
        if problem == nil { file = memory }
        return news(problem)
    }

    /// Notes a change, in the file where that is possible.
    ///
    /// - Returns: A sentence when it is not and that was not said yet, or when the file before was set aside.
    mutating func note(_ change: MemoryChange) -> String? {
        waiting = Array((waiting + [change]).suffix(Self.mostWaiting))
        guard let store else { return nil }
        do throws(ConsoleFailure) {
            let (memory, notice) = try store.apply(waiting)
            file = memory
            waiting = []
            problem = nil
            return notice
        } catch {
            return news(error.message)
        }
    }

    private mutating func news(_ sentence: String?) -> String? {
        defer { problem = sentence }
        return sentence == problem ? nil : sentence
    }
}
