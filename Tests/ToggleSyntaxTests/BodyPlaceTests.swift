import Testing
import ToggleLint

@Suite struct BodyPlaceTests {
    /// Returns whether two reads, written as `ON`, can both happen in one run of a function.
    private func canFollow(_ source: String) -> Bool? {
        let uses = scan(source.replacing("ON", with: "toggles.isEnabled(.reviews)")).uses
        guard uses.count == 2, let first = uses[0].bodyPlace, let second = uses[1].bodyPlace else { return nil }
        return first.canPrecede(second)
    }

    @Test(arguments: [
        "func f() { a(ON)\nb(ON) }",
        "func f() { if ON { a() }\nb(ON) }",
        "func f() { if x { a(ON) }\nif x { b(ON) } }",
        "func f() { if x { a(ON)\nb(ON)\nreturn } }",
        "func f() { if ON { a() } else if ON { b() } }",
        "func f() { b(ON)\nguard x else { return c(ON) } }",
        "func f() { for y in z { if x { a(ON); continue }\nb(ON) } }",
        "func f() { switch ON { case true: a(ON)\ndefault: b() } }",
        "func f() { x = ON ? ON : b }",
        "func f() { do { a(ON) } catch { b(ON) } }",
        "var v: Bool { a(ON)\nreturn ON }",
        "let f = { a(ON); b(ON) }",
    ])
    func consecutiveReadsBothHappen(source: String) {
        #expect(canFollow(source) == true)
    }

    @Test(arguments: [
        "func f() { if x { a(ON) } else { b(ON) } }",
        "func f() { if x { a(ON) } else if y { c() } else { b(ON) } }",
        "func f() { if x { return a(ON) }\nb(ON) }",
        "func f() { if x { a(ON)\nthrow e }\nb(ON) }",
        "func f() { guard x else { return a(ON) }\nb(ON) }",
        "func f() { switch x { case 1: a(ON)\ncase 2: b(ON)\ndefault: c() } }",
        "func f() { v = x ? ON : !ON }",
        "func f() { v = x ? ON : y ? ON : z }",
        "func f() { v = x ? a : y ? ON : ON }",
        "func f() {\n#if DEBUG\na(ON)\n#else\nb(ON)\n#endif\n}",
        "func f() { a(ON)\nlater { b(ON) } }",
        "func f() { one { a(ON) } two: { b(ON) } }",
        "func f() { a(ON) }\nfunc f() { b(ON) }",
        "func f() { a(ON)\nfunc g() { b(ON) } }",
        "var v: Bool { get { a(ON) } set { b(ON) } }",
    ])
    func alternativeReadsDoNotBothHappen(source: String) {
        #expect(canFollow(source) == false)
    }

    @Test func codeOutsideOfBodiesHasNoPlace() {
        #expect(canFollow("let a = ON\nlet b = ON") == nil)
        #expect(scan("let a = toggles.isEnabled(.reviews)").uses.map(\.bodyPlace) == [nil])
    }

    @Test func generatedReadsAreOnlyCounted() {
        let reads = 3_000
        let source = "func f() {\n" + String(repeating: "if toggles.isEnabled(.reviews) { a() }\n", count: reads) + "}"
        let uses = scan(source).uses
        #expect(uses.count == reads)
        #expect(uses.first?.function == "f()")
        #expect(uses.first?.condition != nil)
        #expect(uses.last?.function == nil)
        #expect(uses.last?.condition == nil)
        #expect(uses.allSatisfy { $0.certainty == .certain })
    }
}
