import ToggleBase

/// An assignment store in a file, which outlives the process.
///
/// The store reads the file once, when it is created. It writes new assignments shortly after the reads that caused
/// them. Several processes may share the file: each adds its own assignments to those of the others, and of two
/// assignments for the same user the first wins. An unreadable file is renamed to `…corrupt-…`, and the store starts
/// empty. A file of another version is left unchanged, and assignments are then kept in memory only, which ``problem``
/// reports.
///
/// It stores up to ``limit`` assignments. Beyond that, it drops the oldest one of the experiment with the most
/// assignments, and that user may get another variant when the shares change.
///
/// Targeting keys are stored as 64-bit hashes, so the file doesn't contain names of users.
///
/// ```json
/// { "version": 1, "assignments": { "checkout_button": { "9ae16a3b2f90404f": "treatment" } } }
/// ```
public final class FileAssignmentStore: AssignmentStore {
    /// The maximum number of assignments in a file.
    public static let limit = 10_000

    private typealias Assignment = (experiment: String, user: String, variant: String)

    private struct State {
        var table = AssignmentTable(limit: FileAssignmentStore.limit)
        var unwritten: [Assignment] = []
        var isWriting = false
        var problem: String?
    }

    private let file: DurableFile
    private let now: @Sendable () -> Int
    private let state: Mutex<State>
    /// A lock that is held while the file is written.
    private let writing = Mutex<Void>(())

    /// Opens a store.
    ///
    /// - Parameter path: The path of the file, which doesn't have to exist yet. Don't pass a file of another kind: it
    ///   would be renamed.
    public convenience init(path: String) {
        self.init(path: path, fileSystem: POSIXFileSystem(), now: { Int(clamping: SystemTime.secondsSince1970) })
    }

    init(path: String, fileSystem: any FileSystem, now: @escaping @Sendable () -> Int) {
        file = DurableFile(path: path, fileSystem: fileSystem, maximumSize: 1 << 22)
        self.now = now
        var state = State()
        do {
            if let text = try file.read() { state.table = try Self.table(in: text) }
        } catch {
            state.problem = "\(error)"
        }
        self.state = Mutex(state)
    }

    /// The last problem with the file, or `nil`.
    ///
    /// Assignments that could not be written stay in memory and are written with the next one.
    public var problem: String? { state.withLock { $0.problem } }

    /// Returns the stored variant.
    public func variant(of experiment: String, for targetingKey: String) -> String? {
        let user = Self.hash(of: targetingKey)
        return state.withLock { $0.table.variant(of: experiment, for: user) }
    }

    /// Stores a variant, unless one is already stored.
    public func keep(_ variant: String, of experiment: String, for targetingKey: String) {
        let user = Self.hash(of: targetingKey)
        let mustWrite = state.withLock { state in
            guard state.table.keep(variant, of: experiment, for: user) else { return false }
            state.unwritten.append((experiment, user, variant))
            // If the file can't be written for a long time, the table has dropped the oldest of these, too.
            if state.unwritten.count > 2 * Self.limit { state.unwritten.removeFirst(Self.limit) }
            defer { state.isWriting = true }
            return !state.isWriting
        }
        if mustWrite {
            Task.detached(priority: .utility) { self.writeAll() }
        }
    }

    /// Returns when all assignments stored so far are in the file, or could not be written.
    public func flush() {
        writeAll()
    }

    private func writeAll() {
        writing.withLock { _ in writeUnwritten() }
    }

    private func writeUnwritten() {
        while true {
            let unwritten = state.withLock { state in
                defer { state.unwritten = [] }
                if state.unwritten.isEmpty { state.isWriting = false }
                return state.unwritten
            }
            guard !unwritten.isEmpty else { return }
            do {
                let table = try write(unwritten)
                state.withLock { state in
                    state.problem = nil
                    // From now on, assignments that another process stored first also apply here.
                    state.table = table
                    for new in state.unwritten { state.table.keep(new.variant, of: new.experiment, for: new.user) }
                }
            } catch {
                state.withLock { state in
                    state.problem = "\(error)"
                    state.unwritten = unwritten + state.unwritten
                    state.isWriting = false
                }
                return
            }
        }
    }

    /// Adds assignments to the file.
    ///
    /// - Returns: All assignments in the file.
    private func write(_ assignments: [Assignment]) throws -> AssignmentTable {
        let locked = try file.lock()
        defer { locked.unlock() }
        let content = try locked.content()
        // If the file is missing or unreadable, write all known assignments.
        var table = state.withLock { $0.table }
        var keptAs: String?
        if let content {
            do {
                table = try Self.table(in: content.bytes)
            } catch let error as FormatError where error.isOtherVersion {
                throw error
            } catch {
                keptAs = try locked.setAside(content.status, at: now()).path
            }
        }
        for (experiment, user, variant) in assignments { table.keep(variant, of: experiment, for: user) }
        try locked.replace(with: Self.text(of: table), inheriting: content?.status, keptAs: keptAs)
        return table
    }

    // MARK: File format

    private struct FormatError: Error, CustomStringConvertible {
        let description: String
        /// Whether the file has another version and must be left unchanged.
        var isOtherVersion = false
    }

    private static func table(in text: [UInt8]) throws -> AssignmentTable {
        let json = try JSONReader().value(from: text)
        guard case .object(let root) = json, let version = root["version"] else {
            throw FormatError(description: "this is not an assignments file of version 1")
        }
        guard version == .integer(1) else {
            throw FormatError(
                description:
                    "the assignments file has version \(version.excerpt), but only version 1 is supported here",
                isOtherVersion: true
            )
        }
        guard case .object(let experiments)? = root["assignments"] else {
            throw FormatError(description: "the assignments file has no object ‘assignments’")
        }
        var result = AssignmentTable(limit: limit)
        for experiment in experiments.members {
            guard case .object(let users) = experiment.value else { continue }
            for user in users.members {
                guard case .string(let variant) = user.value else { continue }
                result.keep(variant, of: experiment.name, for: user.name)
            }
        }
        return result
    }

    /// The users of an experiment are written in the order of their assignments.
    private static func text(of table: AssignmentTable) -> [UInt8] {
        let experiments = table.members.map { experiment, users in
            let users = users.map { JSONObject.Member(name: $0.user, value: .string($0.variant)) }
            return JSONObject.Member(name: experiment, value: .object(JSONObject(users)))
        }
        return JSONWriter().bytes(.object(["version": 1, "assignments": .object(JSONObject(experiments))]))
    }

    private static func hash(of targetingKey: String) -> String {
        let digits = String(ContentHash.of(Array(targetingKey.utf8)), radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}
