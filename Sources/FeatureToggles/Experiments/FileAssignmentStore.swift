import Synchronization

/// An assignment store in a file, which outlives the process.
///
/// The file is read once, when the store is created. New assignments are written soon after, behind the reads that led to
/// them, and several processes may share the file: each adds its own to what the others wrote, and of two assignments
/// the first stays. A file that cannot be read is kept aside as `…corrupt-…`, and the store begins anew.
///
/// Targeting keys are written as 64-bit hashes, which spares the file the names of people.
///
/// ```json
/// { "version": 1, "assignments": { "checkout_button": { "9ae16a3b2f90404f": "treatment" } } }
/// ```
public final class FileAssignmentStore: AssignmentStore {
    /// How many assignments a file keeps; further ones are forgotten with the process.
    public static let limit = 10_000

    private struct State {
        var variants: [String: [String: String]] = [:]
        var count = 0
        var unwritten: [(experiment: String, person: String, variant: String)] = []
        var isWriting = false
        var problem: String?
    }

    private let file: DurableFile
    private let now: @Sendable () -> Int
    private let state: Mutex<State>
    /// Held while the file is written.
    private let writing = Mutex<Void>(())

    /// Opens a store.
    ///
    /// - Parameter path: The file; it need not exist yet. Not a file of another kind: it would be moved aside.
    public convenience init(path: String) {
        self.init(path: path, fileSystem: POSIXFileSystem(), now: { SystemTime.secondsSince1970 })
    }

    init(path: String, fileSystem: any FileSystem, now: @escaping @Sendable () -> Int) {
        file = DurableFile(path: path, fileSystem: fileSystem, maximumSize: 1 << 22)
        self.now = now
        var state = State()
        do {
            state.variants = try file.read().map { try Self.variants(in: $0) } ?? [:]
        } catch {
            state.problem = "\(error)"
        }
        state.count = state.variants.values.reduce(0) { $0 + $1.count }
        self.state = Mutex(state)
    }

    /// What went wrong with the file the last time, or `nil`.
    ///
    /// Assignments that could not be written are kept in memory and written with the next one.
    public var problem: String? { state.withLock { $0.problem } }

    /// The variant that was kept.
    public func variant(of experiment: String, for targetingKey: String) -> String? {
        let person = Self.hash(of: targetingKey)
        return state.withLock { $0.variants[experiment]?[person] }
    }

    /// Keeps a variant, unless one was kept already.
    public func keep(_ variant: String, of experiment: String, for targetingKey: String) {
        let person = Self.hash(of: targetingKey)
        let mustWrite = state.withLock { state in
            guard state.variants[experiment]?[person] == nil, state.count < Self.limit else { return false }
            state.variants[experiment, default: [:]][person] = variant
            state.count += 1
            state.unwritten.append((experiment, person, variant))
            defer { state.isWriting = true }
            return !state.isWriting
        }
        if mustWrite {
            Task.detached(priority: .utility) { self.writeAll() }
        }
    }

    /// Returns when everything that was kept so far is in the file, or could not be written.
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
                let variants = try write(unwritten)
                state.withLock { state in
                    state.problem = nil
                    // What another process kept first counts from now on here too.
                    state.variants.merge(variants) { $0.merging($1) { $1 } }
                    state.count = state.variants.values.reduce(0) { $0 + $1.count }
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
    private func write(
        _ assignments: [(experiment: String, person: String, variant: String)]
    ) throws -> [String: [String: String]] {
        let locked = try file.lock()
        defer { locked.unlock() }
        let content = try locked.content()
        var variants: [String: [String: String]] = [:]
        var keptAs: String?
        if let content {
            do {
                variants = try Self.variants(in: content.bytes)
            } catch {
                keptAs = try locked.setAside(content.status, at: now()).path
            }
        }
        for (experiment, person, variant) in assignments where variants[experiment]?[person] == nil {
            variants[experiment, default: [:]][person] = variant
        }
        try locked.replace(with: Self.text(of: variants), inheriting: content?.status, keptAs: keptAs)
        return variants
    }

    // MARK: The file's text

    private struct Malformation: Error, CustomStringConvertible {
        let description: String
    }

    private static func variants(in text: [UInt8]) throws -> [String: [String: String]] {
        guard case .object(let root) = try JSONReader().value(from: text),
            case .integer(1)? = root["version"], case .object(let experiments)? = root["assignments"]
        else {
            throw Malformation(description: "this is no file of assignments of version 1")
        }
        var result: [String: [String: String]] = [:]
        for experiment in experiments.members {
            guard case .object(let people) = experiment.value else { continue }
            for person in people.members {
                guard case .string(let variant) = person.value else { continue }
                result[experiment.name, default: [:]][person.name] = variant
            }
        }
        return result
    }

    private static func text(of variants: [String: [String: String]]) -> [UInt8] {
        func object(_ members: [(String, JSONValue)]) -> JSONValue {
            .object(JSONObject(members.sorted { $0.0 < $1.0 }.map { JSONObject.Member(name: $0.0, value: $0.1) }))
        }
        let experiments = variants.map { experiment, people in
            (experiment, object(people.map { ($0.key, JSONValue.string($0.value)) }))
        }
        return JSONWriter().bytes(.object(["version": 1, "assignments": object(experiments)]))
    }

    private static func hash(of targetingKey: String) -> String {
        let digits = String(ContentHash.of(Array(targetingKey.utf8)), radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}
