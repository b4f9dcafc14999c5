import StoreMigration
import ToggleBase

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// A backfill queue in a file of slots, for users with numbers.
///
/// The file begins with the phase of each user in one byte, to find users quickly. After a kill, this byte can differ from
/// the slot, which counts.
final class SlotQueue: BackfillQueue {
    private let file: SlotFile
    private let count: Int
    private let start: Int
    /// The second in which this process last looked for ended leases.
    private let lookup = Mutex<Int64>(0)

    init(path: String, count: Int) throws {
        file = try SlotFile(path: path, slotSize: 1024)
        self.count = count
        start = (count / 4096 + 1) * 4096
    }

    /// Lets all users wait.
    func requestAll() throws {
        try file.withLock { file in
            for number in 0..<count {
                var row = QueuedUser("\(number)")
                row.request(at: MigrationTime(millisecondsSince1970: Int64(count - number)))
                try store(row, number, completions: 0, file)
            }
        }
    }

    /// Returns the users who aren't done, and those who were done more than once.
    func tally() throws -> (lost: Int, repeated: Int) {
        try file.withLock { file in
            var (lost, repeated) = (0, 0)
            for number in 0..<count {
                let (row, completions) = try load(number, file)
                if row.phase != .done || completions == 0 { lost += 1 }
                if completions > 1 { repeated += 1 }
            }
            return (lost, repeated)
        }
    }

    private func load(_ number: Int, _ file: SlotFile.Locked) throws -> (row: QueuedUser, completions: UInt8) {
        let (text, extra) = try file.slot(number, after: start, extra: 1)
        return (try text.map { try QueuedUser(text: $0) } ?? QueuedUser("\(number)"), extra[0])
    }

    private func store(_ row: QueuedUser, _ number: Int, completions: UInt8, _ file: SlotFile.Locked) throws {
        try file.set(number, after: start, text: row.text, extra: [completions])
        try file.write([Self.byte(row.phase)], at: number)
    }

    private static func byte(_ phase: QueuedUser.Phase) -> UInt8 { phase.rawValue.utf8.first ?? 0 }

    private func change(
        _ number: Int,
        _ change: (QueuedUser) -> QueuedUser,
        _ file: SlotFile.Locked
    ) throws -> QueuedUser {
        let (before, completions) = try load(number, file)
        let after = change(before)
        if after != before {
            let isCompleted = after.phase == .done && before.phase != .done
            try store(after, number, completions: completions &+ (isCompleted ? 1 : 0), file)
        }
        return after
    }

    func change(
        _ user: String,
        _ change: @escaping @Sendable (QueuedUser) -> QueuedUser
    ) async throws -> QueuedUser {
        guard let number = Int(user) else { throw SlotFile.Failure(what: "the user \(user) has no number") }
        return try file.withLock { try self.change(number, change, $0) }
    }

    func take(
        _ limit: Int,
        dueAt now: MigrationTime,
        _ change: @escaping @Sendable (QueuedUser) -> QueuedUser
    ) async throws -> [QueuedUser] {
        // Reading every running user is slow, so it's done once per second.
        let second = now.millisecondsSince1970 / 1_000
        let looksForLeases = lookup.withLock { lookup in
            defer { lookup = second }
            return lookup != second
        }
        return try file.withLock { file in
            let phases = try file.read(0, count)
            var taken: [QueuedUser] = []
            for phase in [QueuedUser.Phase.running, .waiting] where phase == .waiting || looksForLeases {
                var next = Self.first(phase, in: phases, from: 0)
                while let number = next, taken.count < limit {
                    next = Self.first(phase, in: phases, from: number + 1)
                    let (row, completions) = try load(number, file)
                    if row.isDue(at: now) {
                        taken.append(try self.change(number, change, file))
                    } else if Self.byte(row.phase) != Self.byte(phase) {
                        try store(row, number, completions: completions, file)
                    }
                }
            }
            return taken
        }
    }

    /// Returns the first user with a phase.
    private static func first(_ phase: QueuedUser.Phase, in phases: [UInt8], from start: Int) -> Int? {
        phases.withUnsafeBytes { bytes in
            guard start < bytes.count, let base = bytes.baseAddress,
                let found = memchr(base + start, Int32(byte(phase)), bytes.count - start)
            else { return nil }
            return UnsafeRawPointer(found) - base
        }
    }

    func users(in phase: QueuedUser.Phase, after last: QueuedUser?, limit: Int) async throws -> [QueuedUser] {
        try file.withLock { file in
            let phases = try file.read(0, count)
            var users: [QueuedUser] = []
            var next = Self.first(phase, in: phases, from: last.flatMap { Int($0.user) }.map { $0 + 1 } ?? 0)
            while let number = next, users.count < limit {
                users.append(try load(number, file).row)
                next = Self.first(phase, in: phases, from: number + 1)
            }
            return users
        }
    }

    func counts() async throws -> [QueuedUser.Phase: Int] {
        let phases = try file.withLock { try $0.read(0, count) }
        var counts = [Int](repeating: 0, count: 256)
        for phase in phases { counts[Int(phase)] += 1 }
        return Dictionary(
            uniqueKeysWithValues: QueuedUser.Phase.allCases.map { ($0, counts[Int(Self.byte($0))]) }
        )
    }
}
