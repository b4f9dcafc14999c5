import CMeasure
import DataMigration

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The cost of migrating a large JSON store, compared with reading and writing the same file.
enum StoreBenchmark {
    private static let mebibytes = 24

    static func run() throws {
        print("\nMigrating a JSON store of \(mebibytes) MiB, five prefixes of all keys:\n")
        var folder = try Workspace()
        for count in [200_000, 400_000] {
            let path = try folder.file("store-\(count).json")
            for suffix in [".copy", ".previous"] { _ = try folder.file("store-\(count).json\(suffix)") }
            _ = try folder.file(".store-\(count).json.lock")
            var (migrations, copies, peaks): ([Double], [Double], [Double]) = ([], [], [])
            var size = 0.0
            for _ in 0..<3 {
                // In separate processes, because this one would keep memory that it has used.
                _ = try Child.same("store-make", "\(count)", path).run()
                let copy = try Self.figures(Child.same("store-copy", path))
                let migration = try Self.figures(Child.same("store-migrate", path))
                copies.append(copy[0])
                size = copy[1]
                migrations.append(migration[0])
                peaks.append(migration[1])
            }
            let (migration, copy) = (migrations.min() ?? 0, copies.min() ?? 0)
            StateBenchmark.show(Measurement("\(count) settings", costs: migrations), goal: "≤ 2 s")
            print("    \(formatted(migration / copy, digits: 1)) times reading and writing the file durably")
            guard let peak = peaks.min(), peak >= 0 else { continue }
            print("    peak memory \(formatted(peak / size, digits: 1)) times the file, goal ≤ 4")
        }
    }

    private static func figures(_ child: Child) throws -> [Double] {
        let figures = try child.run().output.split(separator: " ").compactMap { Double($0.filter { $0 != "\n" }) }
        guard figures.count == 2 else { throw Child.Failure(description: "no figures of \(child.arguments)") }
        return figures
    }

    /// Writes the store.
    static func make(_ count: Int, _ path: String) throws {
        let length = max(1, (mebibytes << 20) / count - 32)
        let value = String(repeating: "x", count: length)
        guard let file = fopen(path, "w") else { throw Child.Failure(description: "cannot write \(path)") }
        defer { fclose(file) }
        fputs("{\n  \"version\": 1,\n  \"values\": {\n", file)
        for number in 0..<count {
            let key = "flutter.k\(number * 7_919 % 1_000_003)"
            fputs("    \"\(key)\": \"\(value)\"\(number == count - 1 ? "" : ",")\n", file)
        }
        fputs("  }\n}\n", file)
    }

    /// Migrates the store, and prints the nanoseconds and the maximum growth of the process in bytes.
    static func migrate(_ path: String) throws {
        let moves: [MigrationMove] = [
            .stripPrefix("flutter."), .addPrefix("shop."), .addPrefix("app."), .stripPrefix("app.shop."),
            .addPrefix("settings."),
        ]
        let steps = try MigrationSteps(
            moves.enumerated().map { MigrationStep("\($0 + 1)", "step \($0)", ifNothingToMove: .fail, $1) }
        )
        let before = memory("VmRSS:")
        let start = measure_nanoseconds()
        let outcome = DataMigrator(steps) { _ in }.run(on: JSONFileStore(path: path), appVersion: "5")
        let time = measure_nanoseconds() - start
        guard outcome.result == .migrated else { throw Child.Failure(description: "\(outcome)") }
        print(time, before < 0 ? -1 : memory("VmHWM:") - before)
    }

    /// Copies the file, and prints the nanoseconds and its size.
    static func copy(_ path: String) throws {
        let start = measure_nanoseconds()
        guard let file = fopen(path, "r"), let other = fopen("\(path).copy", "w") else {
            throw Child.Failure(description: "cannot open \(path)")
        }
        fseek(file, 0, SEEK_END)
        let size = ftell(file)
        rewind(file)
        var bytes = [UInt8](repeating: 0, count: size)
        guard fread(&bytes, 1, size, file) == size, fwrite(bytes, 1, size, other) == size, fflush(other) == 0,
            fsync(fileno(other)) == 0
        else { throw Child.Failure(description: "cannot copy \(path)") }
        fclose(file)
        fclose(other)
        print(measure_nanoseconds() - start, size)
    }

    /// Returns a figure of this process's memory in bytes, or -1 if it is unavailable.
    private static func memory(_ name: String) -> Int {
        guard let file = fopen("/proc/self/status", "r") else { return -1 }
        defer { fclose(file) }
        var line = [CChar](repeating: 0, count: 256)
        while fgets(&line, 256, file) != nil {
            let text = String(decoding: line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
            guard text.hasPrefix(name) else { continue }
            return (Int(text.filter(\.isNumber)) ?? -1) * 1_024
        }
        return -1
    }
}
