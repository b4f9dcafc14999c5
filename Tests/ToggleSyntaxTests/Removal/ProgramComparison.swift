import SwiftSyntax
import ToggleManifest

@testable import ToggleSyntax

/// Compares what generated programs do before and after folding.
struct ProgramComparison {
    /// The programs that could be run.
    private(set) var programs = 0
    /// The programs that folding changed.
    private(set) var changed = 0
    private(set) var isPlain = 0
    /// The projects whose functions call each other too often.
    private(set) var unfinished = 0
    /// Programs whose meaning changed, with the reason.
    private(set) var differences: [String] = []
    /// Programs that the interpreter rejects before folding.
    private(set) var invalid: [String] = []

    mutating func compare(_ program: String) {
        let before = SourceTree(path: "Program.swift", bytes: Array(program.utf8))
        let result = FoldingCase.fold(program)
        let text = String(decoding: result.bytes, as: UTF8.self)
        let after = SourceTree(path: "Program.swift", bytes: result.bytes)
        programs += 1
        if result.bytes != before.bytes { changed += 1 }
        if result.remarks.isEmpty { isPlain += 1 }
        func report(_ reason: String) {
            differences.append("\(reason)\n\(program)\nbecame\n\(text)")
        }
        if after.root.hasError { return report("does not parse") }
        if result.remarks.contains(where: { $0.reason.contains("parse") }) { return report("was refused") }
        // A statement that stays can become simpler, because code inside of it was removed.
        let isBlocked = result.remarks.contains { $0.kind == .blocks }
        if !isBlocked, FoldingCase.fold(text).bytes != result.bytes { return report("changes again") }
        for input in 0..<8 {
            let (a, b, c) = (input & 1, input & 2 != 0, input & 4 != 0)
            let expected: ProgramInterpreter.Run
            do {
                expected = try ProgramInterpreter.run(before.root, a: a, b: b, c: c)
            } catch {
                return invalid.append("\(error)\n\(program)")
            }
            do {
                let actual = try ProgramInterpreter.run(after.root, a: a, b: b, c: c)
                if actual != expected {
                    return report("a: \(a), b: \(b), c: \(c): \(expected) became \(actual)")
                }
            } catch {
                return report("\(error)")
            }
        }
    }

    /// Removes a toggle from a project.
    mutating func compare(_ files: [String: String], removing key: String, keeping value: KnownValue) {
        let project = RemovalProjectCase(files: files, sources: [RemovalProjectCase.cases])
        programs += 1
        func text(_ files: [String: String]) -> String {
            files.sorted { $0.key < $1.key }.map { "// \($0.key)\n\($0.value)" }.joined()
        }
        guard let plan = try? project.plan(key, keeping: value) else { return invalid.append(text(files)) }
        var changes = files
        for file in plan.files { changes[file.path] = file.new.map { String(decoding: $0, as: UTF8.self) } }
        if !plan.files.isEmpty { changed += 1 }
        if plan.remarks.isEmpty { isPlain += 1 }
        func report(_ reason: String) {
            let remarks = plan.remarks.map { "\($0.kind) \($0.path):\($0.range.start.line) \($0.reason)" }
            differences.append(
                "\(key) \(value): \(reason)\n\(text(files))\nbecame\n\(text(changes))\n\(remarks.joined(separator: "\n"))"
            )
        }
        func parsed(_ files: [String: String]) -> [SourceFileSyntax] {
            files.map { SourceTree(path: $0.key, bytes: Array($0.value.utf8)).root }
        }
        let (before, after) = (parsed(files), parsed(changes))
        if after.contains(where: \.hasError) { return report("does not parse") }
        let name = key == "button" ? ".button" : "newCart"
        if plan.verdict != .blocked, text(changes).contains(name) { return report("is still mentioned") }
        var isOn = true
        if case .bool(let value) = value { isOn = value }
        var variant = "control"
        if case .member(let name) = value { variant = name }
        for input in 0..<8 {
            let (a, b, c) = (input & 1, input & 2 != 0, input & 4 != 0)
            func run(_ files: [SourceFileSyntax]) throws -> ProgramInterpreter.Run {
                try ProgramInterpreter.run(files, a: a, b: b, c: c, isOn: isOn, variant: variant)
            }
            let expected: ProgramInterpreter.Run
            do {
                expected = try run(before)
            } catch is ProgramInterpreter.Unfinished {
                return unfinished += 1
            } catch {
                return invalid.append("\(error)\n\(text(files))")
            }
            do {
                let actual = try run(after)
                if actual != expected { return report("a: \(a), b: \(b), c: \(c): \(expected) became \(actual)") }
            } catch {
                return report("\(error)")
            }
        }
    }
}
