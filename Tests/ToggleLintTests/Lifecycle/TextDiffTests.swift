import Foundation
import TestSupport
import Testing
import ToggleLint

@Suite struct TextDiffTests {
    private static func text(_ diff: [UInt8]) -> String { String(decoding: diff, as: UTF8.self) }

    private static func diff(_ old: String, _ new: String?, path: String = "a.txt") -> [UInt8] {
        TextDiff.unified(Array(old.utf8), new.map { Array($0.utf8) }, path: path)
    }

    @Test func equalTextsHaveNoDiff() {
        #expect(Self.diff("a\nb\n", "a\nb\n") == [])
        #expect(Self.diff("", "") == [])
    }

    @Test func newFileHasNoOldName() {
        let diff = TextDiff.unified(nil, Array("1\n2\n".utf8), path: "a.txt")
        #expect(Self.text(diff) == "--- /dev/null\n+++ b/a.txt\n@@ -0,0 +1,2 @@\n+1\n+2\n")
    }

    @Test func removedLinesComeBeforeAddedOnes() {
        let expected = "--- a/a.txt\n+++ b/a.txt\n@@ -1,4 +1,4 @@\n 1\n-2\n-3\n+two\n+three\n 4\n"
        #expect(Self.text(Self.diff("1\n2\n3\n4\n", "1\ntwo\nthree\n4\n")) == expected)
    }

    @Test func nearChangesShareHunk() {
        let lines = (1...20).map { "\($0)\n" }
        func changed(_ numbers: Set<Int>) -> String {
            lines.enumerated().map { numbers.contains($0.offset) ? "x\n" : $0.element }.joined()
        }
        let near = Self.text(Self.diff(lines.joined(), changed([5, 11])))
        #expect(near.components(separatedBy: "@@ -").count == 2)
        let far = Self.text(Self.diff(lines.joined(), changed([5, 13])))
        #expect(far.contains("@@ -3,7 +3,7 @@\n"))
        #expect(far.contains("@@ -11,7 +11,7 @@\n"))
    }

    /// Applies diffs with git to a file with a name, and compares the bytes.
    @Test(arguments: ["a.txt", "with space.txt", "Größe \"2\".txt", "tab\there\\.txt", "folder/ü.txt"])
    func gitAppliesDiffToPath(path: String) throws {
        let repository = try TemporaryRepository()
        let old = "one\r\ntwo\u{C}\nthree"
        let bytes: [UInt8] = Array("one\r\n".utf8) + [0xFF, 0xFE, 0x0A]
        try repository.write(old, to: path)
        try repository.git("apply", "-", input: TextDiff.unified(Array(old.utf8), bytes, path: path))
        #expect(try Array(Data(contentsOf: URL(filePath: "\(repository.folder)/\(path)"))) == bytes)
        try repository.git("apply", "-", input: TextDiff.unified(bytes, nil, path: path))
        #expect(!FileManager.default.fileExists(atPath: "\(repository.folder)/\(path)"))
        try repository.git("apply", "-", input: TextDiff.unified(nil, bytes, path: path))
        #expect(try Array(Data(contentsOf: URL(filePath: "\(repository.folder)/\(path)"))) == bytes)
    }

    @Test func namesAreQuotedAsGitDoes() throws {
        let repository = try TemporaryRepository()
        for path in ["Größe \"2\".txt", "with space.txt", "a\tb.txt"] {
            try repository.write("1\n", to: path)
            try repository.git("add", "--all")
            try repository.write("2\n", to: path)
            let lines = try repository.git("diff").split(separator: "\n").filter {
                $0.hasPrefix("--- ") || $0.hasPrefix("+++ ")
            }
            try repository.git("add", "--all")
            let own = Self.text(Self.diff("1\n", "2\n", path: path)).split(separator: "\n").prefix(2)
            #expect(lines == Array(own))
        }
    }

    @Test func smallChangeOfLargeFileIsSmall() {
        var lines = (0..<20_000).map { "    line \($0 % 50)\n" }
        let old = lines.joined()
        lines[10] = "first\n"
        lines.remove(at: 10_000)
        lines.insert("last\n", at: 19_990)
        let diff = Self.text(Self.diff(old, lines.joined()))
        #expect(diff.split(separator: "\n").count < 40)
    }

    @Test func manyChangesOfLargeFileKeepUniqueLines() throws {
        // Every other line is indented.
        let old = (0..<8_000).map { "\($0)\n" }
        let new = (0..<8_000).map { $0.isMultiple(of: 2) ? "  \($0)\n" : "\($0)\n" }
        let diff = Self.diff(old.joined(), new.joined())
        #expect(Self.text(diff).split(separator: "\n").count { $0.hasPrefix("-") } == 4_001)
        let repository = try TemporaryRepository()
        try repository.write(old.joined(), to: "a.txt")
        try repository.git("apply", "-", input: diff)
        #expect(try String(contentsOfFile: "\(repository.folder)/a.txt", encoding: .utf8) == new.joined())
    }

    /// Random edits of random texts, of which git applies the diff.
    @Test func gitAppliesRandomDiffs() throws {
        let repository = try TemporaryRepository()
        var random = SystemRandomNumberGenerator()
        for round in 0..<60 {
            let old = (0..<Int.random(in: 0...40, using: &random)).map { _ in Int.random(in: 0...6, using: &random) }
            var new = old
            for _ in 0..<Int.random(in: 1...8, using: &random) {
                if new.isEmpty || Bool.random(using: &random) {
                    new.insert(Int.random(in: 0...9, using: &random), at: Int.random(in: 0...new.count, using: &random))
                } else {
                    new.remove(at: Int.random(in: 0..<new.count, using: &random))
                }
            }
            guard old != new, !old.isEmpty, !new.isEmpty else { continue }
            func text(_ lines: [Int]) -> String {
                lines.map(String.init).joined(separator: "\n") + (round.isMultiple(of: 3) ? "" : "\n")
            }
            try repository.write(text(old), to: "a.txt")
            let diff = Self.diff(text(old), text(new))
            try repository.git("apply", "-", input: diff)
            let applied = try String(contentsOfFile: "\(repository.folder)/a.txt", encoding: .utf8)
            #expect(applied == text(new), "\(Self.text(diff))")
        }
    }
}
