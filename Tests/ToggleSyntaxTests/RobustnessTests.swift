import TestSupport
import Testing
import ToggleLint
import ToggleManifest

@testable import ToggleSyntax

@Suite struct RobustnessTests {
    private static let use = "toggles.isEnabled(.newCheckout)"

    @Test(
        arguments: [
            String(repeating: "(", count: 30_000) + use, String(repeating: "[", count: 30_000) + use,
            String(repeating: "{", count: 30_000) + use, String(repeating: "!", count: 30_000) + use,
            "let x = " + String(repeating: "a.b().", count: 25_000) + use,
            "let x = " + String(repeating: "a + ", count: 25_000) + use,
            "let x = " + String(repeating: "x ? y : ", count: 20_000) + use,
            "let x = " + String(repeating: "try await ", count: 20_000) + use,
            "let x = " + String(repeating: "- - ", count: 20_000) + use,
            String(repeating: "if a {} else ", count: 20_000) + "{ \(use) }",
            String(repeating: "#if A\n", count: 20_000) + use,
            String(repeating: "struct A { ", count: 20_000) + use,
            "let x: " + String(repeating: "A<", count: 20_000) + "B = \(use)",
            "let x: " + String(repeating: "[", count: 20_000) + "ReleaseToggle = .newCheckout",
            String(repeating: "\"\\(", count: 20_000) + use,
            String(repeating: "@A(", count: 20_000) + use,
            String(repeating: "/*", count: 30_000) + use,
            use + String(repeating: ".a", count: 30_000),
            use + String(repeating: "()", count: 30_000),
            use + String(repeating: "!", count: 30_000),
        ].map { SampleText($0) }
    )
    func deepNestingDoesNotTrap(source: SampleText) {
        let facts = scan("func f() { \(source.text)")
        #expect(facts.unparsed.count <= 1)
    }

    @Test(arguments: [
        "if a { b() } else { c() }\n", "if a { b() } else if d { c() }\n", "guard a else { return }\n",
        "#if A\n#else\n#endif\n", "let a = b ? c : d\n", "a = b ? c : d\n", "f(b ? c : d)\n",
        "func f() -> Int { 1 }\n", "let f: (Int) -> Int\n", "// Or else.\nif a {}\n",
        "let a = \"https://example.com/*\"\nif a { b() } else if d { c() }\n",
    ])
    func longFileIsNotTooDeep(line: String) {
        let bytes = Array(String(repeating: line, count: 30_000).utf8)
        #expect(!bytes.withUnsafeBufferPointer(NestingGuard.isTooDeep))
    }

    @Test func longFileIsParsed() {
        let line = "if a {} else {}\n"
        let facts = scan("func f() {\n" + String(repeating: line, count: 21_000) + "}\nfunc g() { \(Self.use) }")
        #expect(facts.unparsed.map(\.message) == [])
        #expect(facts.uses.last?.summary == "new_checkout isEnabled")
    }

    @Test(arguments: [
        "if a {} ", "if a == \"if\" {} ", "if a {} else /* if */ if b {} ", "if b { if c {} } ",
        "// if\nif b {} ",
    ])
    func tooLongChainIsDetected(link: String) {
        let bytes = Array(("func f() { if a {} " + String(repeating: "else \(link)", count: 30_000) + "}").utf8)
        #expect(bytes.withUnsafeBufferPointer(NestingGuard.isTooDeep))
    }

    // The parser's time doubles with each level of these.
    @Test(arguments: ["[", "[(", "[A<", "[any [", "() -> [", "[any(", "[ // a\n", "[(a, ", "@A<", "@[a: "])
    func nestedArraysAreDetected(opening: String) {
        let bytes = Array(("let a = " + String(repeating: opening, count: 9)).utf8)
        #expect(bytes.withUnsafeBufferPointer(NestingGuard.isTooDeep))
    }

    @Test func nestedConditionsAreDetected() {
        let bytes = Array(String(repeating: "#if A\n", count: 33).utf8)
        #expect(bytes.withUnsafeBufferPointer(NestingGuard.isTooDeep))
    }

    @Test(arguments: [
        String(repeating: "[", count: 6), String(repeating: "f([", count: 50), String(repeating: "[\"a\": ", count: 50),
        String(repeating: "[{ ", count: 50), String(repeating: ".div([", count: 50),
        String(repeating: "[[1], [2]], ", count: 50), String(repeating: "#if A\n", count: 32),
        String(repeating: "@A(b) ", count: 50), String(repeating: "@A\n", count: 50),
        String(repeating: "// @a\n", count: 50), "// " + String(repeating: "@a ", count: 50),
    ])
    func usualNestingIsParsed(code: String) {
        let bytes = Array(("let a = " + code).utf8)
        #expect(!bytes.withUnsafeBufferPointer(NestingGuard.isTooDeep))
    }

    @Test func keyPassedInUnparsedFileIsUnknown() {
        let code = Array("func f() { client.explanations(ofKey: key) }".utf8)
        let facts = scan(bytes: code + [UInt8](repeating: 0x0A, count: 9 << 20))
        #expect(facts.uses.map(\.summary) == ["computed possibly string"])
    }

    @Test(arguments: [
        (
            "func f() { toggles.isEnabled(.newCheckout)",
            "App.swift:1:43: note: this file does not parse: ‘}’ is missing; the names in the rest were searched as text"
        ),
        (
            "func f() {\n let = 5\n}\ntoggles.isEnabled(.newCheckout)",
            "App.swift:2:5: note: this file does not parse: something is missing; the names in the rest were searched as text"
        ),
        (
            "}}\ntoggles.isEnabled(.newCheckout)",
            "App.swift:1:1: note: this file does not parse: ‘}}’ is not expected here; the names in the rest were searched as text"
        ),
    ])
    func invalidFileIsSearched(source: String, expected: String) {
        let facts = scan(source, path: "App.swift")
        #expect(facts.uses.map(\.summary) == ["new_checkout isEnabled"])
        #expect(facts.unparsed.map(\.description) == [expected])
    }

    @Test func acceptsBOMAndWindowsLineBreaks() {
        let facts = scan("\u{FEFF}func f() {\r\n  toggles.isEnabled(.newCheckout)\r\n}\r\n")
        #expect(facts.uses.map(\.range.start.line) == [2])
        #expect(facts.uses.map(\.line) == ["  toggles.isEnabled(.newCheckout)"])
        #expect(facts.unparsed.isEmpty)
    }

    @Test func acceptsInvalidUTF8() {
        let code = Array("func f() { toggles.isEnabled(.newCheckout) }".utf8)
        #expect(scan(bytes: code + [0xC3, 0x28, 0x00, 0xFF]).uses.count == 1)
        #expect(
            scan(bytes: [0xFF, 0xFE, 0x66, 0x00]).unparsed.map(\.message) == [
                "this file is UTF-16, which Swift does not read; save it as UTF-8"
            ]
        )
    }

    @Test(arguments: ["\n", " "])
    func tooLargeFileIsSearchedAsText(separator: String) {
        let names =
            Array(repeating: "toggles.isEnabled(.newCheckout)", count: 2_000) + ["[.reviews, \"search_ranking\"]"]
        let code = Array(names.joined(separator: separator).utf8)
        let filler = [UInt8](repeating: separator == " " ? 0x20 : 0x0A, count: 9 << 20)
        let facts = scan(bytes: code + filler)
        #expect(facts.unparsed.count == 1)
        #expect(facts.unparsed.first?.message.hasPrefix("this file has ") == true)
        #expect(facts.unparsed.first?.message.hasSuffix("; the names in it were searched as text") == true)
        let summaries = facts.uses.map(\.summary)
        #expect(summaries.count { $0 == "new_checkout possibly" } == 20)
        #expect(summaries.suffix(2) == ["reviews possibly", "search_ranking possibly string"])
        #expect(facts.uses.last?.range.start.offset == code.count - "search_ranking\"]".utf8.count)
        #expect(facts.uses.last?.range.start.line == (separator == " " ? 1 : 2_001))
    }

    /// Real files, truncated and mutated: every run uses other ones, and a trap ends it.
    @Test func truncatedAndMutatedSourcesDoNotTrap() {
        var random = SystemRandomNumberGenerator()
        let seed = Array(Self.sample.utf8)
        let words = [
            ".newCheckout", "isEnabled(", "{", "}", "(", ")", "\"", "#if RELEASE", "#endif", "&&", "? a :", "let x =",
            "\\(", "*/", "// toggles:ignore", "\n",
        ]
        for _ in 0..<300 {
            var bytes = seed
            bytes.removeLast(Int.random(in: 0..<bytes.count, using: &random))
            for _ in 0..<Int.random(in: 0...4, using: &random) where !bytes.isEmpty {
                let place = Int.random(in: 0..<bytes.count, using: &random)
                switch Int.random(in: 0..<3, using: &random) {
                case 0: bytes.remove(at: place)
                case 1: bytes[place] = UInt8.random(in: 0...255, using: &random)
                default: bytes.insert(contentsOf: Array((words.randomElement(using: &random) ?? "").utf8), at: place)
                }
            }
            let facts = scan(bytes: bytes)
            #expect(facts.uses.allSatisfy { $0.range.end.offset <= bytes.count })
        }
    }

    private static let sample = """
        import FeatureToggles
        struct Checkout {
            let toggles: any FeatureToggle
            static let isNew = { toggles.isEnabled(.newCheckout) }()
            func start(for user: User, _ key: ReleaseToggle = .newCheckout) async {
                if toggles.isEnabled(.newCheckout), !toggles.isEnabled(.reviews) || true { a() } else { a() }
                #if RELEASE && canImport(X)
                guard let x = toggles.isEnabled(.giftWrapping) == false ? 1 : nil else { return }
                #else
                switch toggles.value(of: .searchRanking) { case .classic: b(); default: b() }
                #endif
                let isOn = toggles.isEnabled(.adminTools, for: user)   // toggles:ignore a_rule - why
                while isOn && toggles.isEnabled(.newCheckout) { client.explanations(ofKey: "new_\\(x)") }
                app.arguments = ["--enable-toggle", "new_checkout", "TOGGLE_NEW_CHECKOUT"]
                toggles.select(.newCheckout) { a() } off: { b() }
            }
        }
        """
}
