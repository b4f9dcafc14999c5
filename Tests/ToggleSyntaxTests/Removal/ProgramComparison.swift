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
}
