import Testing

@testable import ToggleManifest

/// Hostile files are all processed in bounded time.
struct HostileInputTests {
    /// A file whose content isn't part of a test's name.
    struct File: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let yaml: String

        init(_ name: String, _ yaml: String) {
            testDescription = name
            self.yaml = yaml
        }
    }

    @Test(
        arguments: [
            File("lists in brackets", String(repeating: "[", count: 100_000)),
            File("mappings in braces", "a: " + String(repeating: "{a: ", count: 100_000)),
            File("lists on one line", String(repeating: "- ", count: 100_000)),
            File("lists below a field", "a:\n " + String(repeating: "- ", count: 100_000) + "x"),
            File(
                "mappings in blocks",
                (0..<2_000).map { String(repeating: " ", count: $0) + "a:" }.joined(separator: "\n")
            ),
            File("forty closed lists", String(repeating: "[", count: 40) + String(repeating: "]", count: 40)),
        ]
    )
    func deepNestingIsReported(_ file: File) {
        let found = findings(in: file.yaml)
        #expect(found.count { $0.hasSuffix("values are nested more than 32 levels deep; flatten them") } == 1)
    }

    @Test func maximumNestingIsAccepted() {
        // The file, `lint`, and thirty lists.
        let lists = String(repeating: "[", count: 30) + String(repeating: "]", count: 30)
        #expect(findings(in: "schema: 1\nnamespace: App\ntoggles:\nlint: { a: \(lists) }\n") == [])
        #expect(findings(in: "schema: 1\nnamespace: App\ntoggles:\nlint: { a: [\(lists)] }\n").count == 1)
    }

    @Test(
        arguments: [
            File("a long word", "a: " + String(repeating: "x", count: 1_000_000)),
            File("a quote that is not closed", "a: \"" + String(repeating: "x ", count: 500_000)),
            File("a long block", "a: |\n" + String(repeating: "  x\n", count: 250_000)),
            File("commas", "[" + String(repeating: ",", count: 500_000)),
            File("blank lines", String(repeating: "\n", count: 1_000_000)),
            File("comments", String(repeating: "# c\n", count: 200_000)),
            File("colons", String(repeating: ":", count: 1_000_000)),
            File("documents", String(repeating: "---\n", count: 100_000)),
            File("tabs", String(repeating: "\t", count: 1_000_000)),
            File("anchors", String(repeating: "a: &a ", count: 100_000)),
            File("directives", "%TAG !a! x\n" + (0..<20_000).map { "%TAG !a\($0)! x\n" }.joined()),
            File("a long line of fields", "toggles: {" + (0..<20_000).map { "ü\($0): é" }.joined(separator: ",") + "}"),
        ]
    )
    func largeFilesAreParsedInTime(_ file: File) {
        let result = Manifest.parse(file.yaml, path: "t")
        #expect(result.manifest == nil)
        #expect(!result.diagnostics.isEmpty)
    }

    @Test func fileOverSizeLimitIsRejected() {
        let bytes = [UInt8](repeating: UInt8(ascii: " "), count: Manifest.maximumSize + 1)
        #expect(
            findings(in: bytes) == [
                "1:1: the file has 16777217 bytes, and at most 16777216 are read; split it by module"
            ]
        )
    }

    @Test func numberOfFindingsIsLimited() {
        let toggles = String(repeating: " k:\n", count: 20_000)
        let found = findings(in: "schema: 1\nnamespace: App\ntoggles:\n" + toggles)
        #expect(found.count == 10_001)
        #expect(found.contains { $0.hasSuffix("only the first 10000 problems are listed; fix these first") })
    }

    @Test(
        arguments: [
            ([0xFC], "0xFC"), ([0xC0, 0x80], "0xC0"), ([0xED, 0xA0, 0x80], "0xED"), ([0xF5, 0x80, 0x80, 0x80], "0xF5"),
            ([0xE2, 0x82], "0xE2"), ([0x80], "0x80"),
        ] as [([UInt8], String)]
    )
    func invalidUTF8IsReportedPerLine(_ bytes: [UInt8], name: String) {
        let yaml = Array("schema: 1\n# é".utf8) + bytes + Array("\nnamespace: App\ntoggles: 1\n".utf8)
        #expect(
            findings(in: yaml) == [
                "2:4: the byte \(name) is not valid UTF-8; save the file as UTF-8",
                "4:10: ‘toggles’ is an integer, but should be a mapping: a line ‘new_checkout:’ with the fields below it, for each toggle",
            ]
        )
    }

    @Test func utf16IsRecognized() {
        let bytes = Array("schema: 1\n".utf16).flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
        #expect(findings(in: [0xFF, 0xFE] + bytes) == ["1:1: the file is UTF-16; save it as UTF-8"])
    }

    @Test func binaryFileHasFewFindings() {
        let bytes = (0..<100).flatMap { _ in (0...255).map { UInt8($0) } }
        let found = findings(in: bytes)
        #expect(found.count == 21)
        #expect(found.last?.hasSuffix("and more such bytes; this is not a UTF-8 text file") == true)
    }

    @Test func truncatedAndDamagedManifestsDoNotTrap() {
        let whole = Array(ManifestParsingTests.complete.utf8)
        for length in stride(from: 0, to: whole.count, by: 7) {
            let result = Manifest.parse(Array(whole[..<length]), path: "t")
            #expect((result.manifest == nil) == !result.diagnostics.isEmpty)
        }
        for offset in stride(from: 0, to: whole.count, by: 5) {
            for byte: UInt8 in [0x00, 0x09, 0x0A, 0x22, 0x27, 0x26, 0x2D, 0x3A, 0x5B, 0x7B, 0xFF] {
                var damaged = whole
                damaged[offset] = byte
                let result = Manifest.parse(damaged, path: "t")
                #expect((result.manifest == nil) == !result.diagnostics.isEmpty)
            }
        }
    }
}
