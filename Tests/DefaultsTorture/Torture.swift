#if OVERRIDES
import FeatureToggles

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Kills writers and checks, all the time, what a reader sees.
///
/// Every update adds one to the counter of its writer, to the common counter and to the revision. So whatever is read is
/// whole when the sum of the writers' counters, the common counter and the revision are the same; nothing is older or
/// missing when that number never falls; and nothing is lost when each writer's counter is at least what it reported.
struct Torture {
    /// What happened.
    struct Report: CustomStringConvertible {
        var kills = 0
        var updates = 0
        var acknowledged = 0
        var reads = 0
        /// How many kills left a temporary file behind.
        var litter = 0
        var seconds = 0.0
        var violations: [String] = []

        var description: String {
            let figures = """
                kills \(kills), updates \(updates), acknowledged \(acknowledged), reads \(reads), \
                kills that left a temporary file \(litter), violations \(violations.count), seconds \(seconds)
                """
            return ([figures] + violations.prefix(20)).joined(separator: "\n")
        }
    }

    let program: String
    let folder: String
    let kills: Int
    let writers: Int

    private let file: LocalDefaultsFile
    private var children: [TortureChild] = []
    private var acknowledged: [Int]
    private var lastRevision = 0
    private var report = Report()

    init(program: String, folder: String, kills: Int, writers: Int) {
        self.program = program
        self.folder = folder
        self.kills = kills
        self.writers = max(1, writers)
        file = LocalDefaultsFile(path: "\(folder)/toggles.json")
        acknowledged = Array(repeating: 0, count: self.writers)
    }

    mutating func run() -> Report {
        let clock = ContinuousClock()
        let start = clock.now
        for index in 0..<writers {
            guard let child = spawn(index) else { return report }
            children.append(child)
        }
        var nextKill = clock.now
        while report.kills < kills, report.violations.count < 20 {
            for index in children.indices { collect(index) }
            check()
            guard clock.now >= nextKill else { continue }
            let index = Int.random(in: children.indices)
            children[index].end()
            collect(index)
            report.kills += 1
            if names().contains(where: { $0.contains(".tmp-\(children[index].process)-") }) { report.litter += 1 }
            guard let child = spawn(index) else { break }
            children[index] = child
            nextKill = clock.now.advanced(by: .microseconds(Int.random(in: 0...8_000)))
        }
        for index in children.indices {
            children[index].end()
            collect(index)
        }
        check()
        finish()
        let duration = (clock.now - start).components
        report.seconds = Double(duration.seconds) + Double(duration.attoseconds / 1_000_000_000_000_000) / 1_000
        return report
    }

    private mutating func spawn(_ index: Int) -> TortureChild? {
        let child = TortureChild(program: program, arguments: ["write", file.path, "w\(index)"])
        if child == nil { report.violations.append("cannot start \(program)") }
        return child
    }

    private mutating func collect(_ index: Int) {
        children[index].drain()
        for line in children[index].takeLines() {
            if let count = Int(line) {
                acknowledged[index] = max(acknowledged[index], count)
                report.acknowledged += 1
            } else {
                report.violations.append("w\(index): \(line)")
            }
        }
    }

    /// Reads the file and compares it with what was reported before.
    private mutating func check() {
        let state: LocalDefaultsState
        do {
            state = try file.read()
        } catch {
            report.violations.append("torn: \(error)")
            return
        }
        report.reads += 1
        let counts = (0..<writers).map { state.values.count(of: "w\($0)") }
        if counts.reduce(0, +) != state.revision || state.values.count(of: "common") != state.revision {
            report.violations.append(
                "mixed: revision \(state.revision), common \(state.values.count(of: "common")), writers \(counts)"
            )
        }
        if state.revision < lastRevision {
            report.violations.append("older: revision \(state.revision) after \(lastRevision)")
        }
        for index in 0..<writers where counts[index] < acknowledged[index] {
            report.violations.append("lost: w\(index) is \(counts[index]) after \(acknowledged[index])")
        }
        if !state.problems.isEmpty { report.violations.append("strange: \(state.problems)") }
        lastRevision = max(lastRevision, state.revision)
    }

    /// Opens the file once more and looks at what is left in the folder.
    private mutating func finish() {
        report.updates = lastRevision
        do {
            try file.update([.unset("common")])
        } catch {
            report.violations.append("the last update failed: \(error)")
        }
        let left = names().sorted()
        if left != [".toggles.json.lock", "toggles.json", "toggles.json.previous"] {
            report.violations.append("left behind: \(left)")
        }
        if report.violations.isEmpty {
            for name in left { unlink("\(folder)/\(name)") }
            rmdir(folder)
        }
    }

    private func names() -> [String] {
        guard let stream = opendir(folder) else { return [] }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names
    }
}
#endif
