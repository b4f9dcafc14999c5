import SwiftSyntax
import TestSupport
import Testing
import ToggleBase

@testable import ToggleSyntax

@Suite struct FoldingTests {
    @Test(arguments: FoldingCase.all.indices)
    func foldsCase(index: Int) {
        let example = FoldingCase.all[index]
        let result = FoldingCase.fold(example.before)
        let text = String(decoding: result.bytes, as: UTF8.self)
        #expect(text == example.after, "\(example.name)")
        #expect(result.remarks.map(\.kind.rawValue) == example.remarks, "\(example.name)")
        #expect(FoldingCase.parses(Array(example.before.utf8)), "\(example.name)")
        #expect(FoldingCase.parses(result.bytes), "\(example.name)")
        #expect(FoldingCase.fold(text).bytes == result.bytes, "\(example.name)")
    }

    @Test func namesOfCasesAreUnique() {
        #expect(Set(FoldingCase.all.map(\.name)).count == FoldingCase.all.count)
        #expect(FoldingCase.all.count >= 300)
    }

    /// To run more, set `FOLDING_PROGRAMS`.
    @Test func generatedProgramsKeepTheirMeaning() {
        let count = ProcessEnvironment.value("FOLDING_PROGRAMS").flatMap { Int($0) } ?? 100
        let seed = ProcessEnvironment.value("FOLDING_SEED").flatMap { UInt64($0) } ?? 7
        var generator = ProgramGenerator(random: SeededRandom(seed: seed))
        var comparison = ProgramComparison()
        for _ in 0..<count { comparison.compare(generator.program()) }
        #expect(comparison.differences.first == nil)
        #expect(comparison.invalid.first == nil)
        #expect(comparison.changed > count / 2)
    }

    /// Removes a toggle from projects of several files.
    @Test func generatedProjectsKeepTheirMeaning() {
        let count = ProcessEnvironment.value("FOLDING_PROGRAMS").flatMap { Int($0) } ?? 100
        let seed = ProcessEnvironment.value("FOLDING_SEED").flatMap { UInt64($0) } ?? 7
        var generator = ProgramGenerator(random: SeededRandom(seed: seed))
        var comparison = ProgramComparison()
        for index in 0..<count {
            let files = generator.project()
            switch index % 4 {
            case 0: comparison.compare(files, removing: "button", keeping: .member("treatment"))
            case 1: comparison.compare(files, removing: "button", keeping: .member("control"))
            case let side: comparison.compare(files, removing: "new_cart", keeping: .bool(side == 2))
            }
        }
        #expect(comparison.differences.first == nil)
        #expect(comparison.invalid.first == nil)
        #expect(comparison.changed == count)
        #expect(comparison.unfinished < count / 4)
    }

    @Test func removedRangesCoverReplacedCode() {
        let code = "if on {\n    a()\n} else {\n    b()\n}\n"
        let result = FoldingCase.fold(code)
        let bytes = Array(code.utf8)
        let removed = result.removed.map { String(decoding: bytes[$0], as: UTF8.self) }.joined()
        #expect(removed.contains("on") && removed.contains("b()") && !removed.contains("a()"))
    }

    @Test func fileThatDoesNotParseIsNotChanged() {
        let code = "if on {\n    a(\n}\n"
        let result = FoldingCase.fold(code)
        #expect(result.bytes == Array(code.utf8))
        #expect(result.remarks.map(\.kind) == [.blocks])
    }

    @Test func deepNestingIsRefused() {
        let depth = 200
        let code =
            String(repeating: "if c {\n", count: depth) + "if on { a() }\n" + String(repeating: "}\n", count: depth)
        let result = FoldingCase.fold(code)
        #expect(result.bytes == Array(code.utf8))
        #expect(result.remarks.map(\.kind) == [.blocks])
    }

    @Test func variantMayHaveAnotherName() {
        func fold(_ code: String) -> String {
            let tree = SourceTree(path: "App.swift", bytes: Array(code.utf8))
            let finder = KnownFinder(known: ["variant": .member("treatment")])
            finder.walk(tree.root)
            let folding = FileFolding(tree: tree, variants: ["control": "control", "treatment": "treatment"])
            return String(decoding: folding.result(values: finder.values, removals: []).bytes, as: UTF8.self)
        }
        #expect(fold("let a = variant == .control\n") == "let a = false\n")
        #expect(fold("let a = variant == .treatment\n") == "let a = true\n")
        #expect(fold("let a = variant == .standard\n") == "let a = .treatment == .standard\n")
        #expect(fold("if case .standard = variant { a() }\n") == "if case .standard = variant { a() }\n")
    }

    @Test func rawValueOfAVariantIsItsName() {
        let tree = SourceTree(path: "App.swift", bytes: Array("let a = variant.rawValue\n".utf8))
        let finder = KnownFinder(known: ["variant": .member("twoStage")])
        finder.walk(tree.root)
        let folding = FileFolding(tree: tree, variants: ["classic": "classic", "twoStage": "two-stage"])
        let result = folding.result(values: finder.values, removals: [])
        #expect(String(decoding: result.bytes, as: UTF8.self) == "let a = \"two-stage\"\n")
        #expect(result.remarks.isEmpty)
    }

    @Test func nestedClosuresThatAreCalledTakeLinearTime() {
        let code = "let a = " + String(repeating: "{ ", count: 40) + "on" + String(repeating: " }()", count: 40) + "\n"
        #expect(String(decoding: FoldingCase.fold(code).bytes, as: UTF8.self) == "let a = true\n")
    }

    @Test func longChainsAreFolded() {
        let chain = Array(repeating: "a", count: 1_000).joined(separator: " && ")
        let result = FoldingCase.fold("let b = on ? (\(chain)) : c\n")
        #expect(String(decoding: result.bytes, as: UTF8.self) == "let b = (\(chain))\n")
    }
}
