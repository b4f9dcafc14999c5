#if OVERRIDES
import FeatureToggles

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Kills writers, and continuously checks what a reader sees.
///
/// Each update adds one to its writer's counter, the common counter, and the revision. So the content is complete if the
/// sum of the writers' counters, the common counter, and the revision are equal. It is never older than before if that
/// number never decreases. No update is lost if each writer's counter is at least as high as the writer reported.
struct Torture {
    /// The results of a run.
    struct Report: CustomStringConvertible {
        var kills = 0
        var updates = 0
        var acknowledged = 0
        var reads = 0
        /// The number of kills that left a temporary file.
        var leftoverFiles = 0
        var seconds = 0.0
        var violations: [String] = []

        var description: String {
            let figures = """
                kills \(kills), updates \(updates), acknowledged \(acknowledged), reads \(reads), \
                kills that left a temporary file \(leftoverFiles), violations \(violations.count), seconds \(seconds)
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
        var acknowledgedBeforeKill = 0
        while report.kills < kills, report.violations.count < 20 {
            for index in children.indices { collect(index) }
            check()
            guard clock.now >= nextKill else { continue }
            // Every fourth kill may hit a writer before its first update. The others follow an update, which takes a
            // busy machine longer than the random time below.
            guard report.kills.isMultiple(of: 4) || report.acknowledged > acknowledgedBeforeKill else { continue }
            acknowledgedBeforeKill = report.acknowledged
            let index = Int.random(in: children.indices)
            children[index].end()
            collect(index)
            report.kills += 1
            if names().contains(where: { $0.contains(".tmp-\(children[index].process)-") }) {
                report.leftoverFiles += 1
            }
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
        // Writers that are always killed before their first update would violate nothing.
        if report.acknowledged < report.kills / 4 || report.reads < report.kills || report.kills < kills {
            report.violations.append("too few updates or reads for \(kills) kills to mean anything")
        }
        let duration = (clock.now - start).components
        report.seconds = Double(duration.seconds) + Double(duration.attoseconds / 1_000_000_000_000_000) / 1_000
        return report
    }

    private mutating func spawn(_ index: Int) -> TortureChild? {
        let child = TortureChild(program: program, arguments: ["defaults", "write", file.path, "w\(index)"])
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

    /// Reads the file, and compares it with earlier reports.
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
        if !state.problems.isEmpty { report.violations.append("problems: \(state.problems)") }
        lastRevision = max(lastRevision, state.revision)
    }

    /// Updates the file once more, and checks which files are left in the folder.
    private mutating func finish() {
        report.updates = lastRevision
        do {
            try file.update([.unset("common")])
        } catch {
            report.violations.append("the last update failed: \(error)")
        }
        let left = names().sorted()
        if left != [".toggles.json.lock", "toggles.json", "toggles.json.previous"] {
            report.violations.append("unexpected files: \(left)")
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
