import Testing
import ToggleLint
import ToggleSyntax

/// Copies that are reached over several declarations and files.
@Suite struct RemovedUseTests {
    private func removing(
        _ text: String,
        tests: String? = nil,
        keeping isOn: Bool = true
    ) throws -> (code: String?, tests: String?, remarks: [String]) {
        var files = ["F.swift": text, "Flags.swift": "enum FeatureFlag { case newCart, other }\n"]
        files["Tests/T.swift"] = tests
        let project = RemovalProjectCase(files: files, sources: [RemovalProjectCase.cases])
        let result = try project.removing(keeping: .bool(isOn))
        #expect(result.files["Flags.swift"] == "enum FeatureFlag { case other }\n")
        return (result.files["F.swift"], result.files["Tests/T.swift"], result.remarks)
    }

    @Test(arguments: [
        "Sources/App/Internal/Setup.swift", "Sources/App/BetaFeed.swift", "Sources/App/FakeDoorTest.swift",
    ])
    func codeOfTheProductIsNoDebugMenu(path: String) throws {
        let files = [
            path: "func setUp() {\n    open(.newCart)\n    a()\n}\n",
            "Sources/App/Flags.swift": "enum FeatureFlag { case newCart, other }\n",
        ]
        let result = try RemovalProjectCase(files: files, sources: [RemovalProjectCase.cases])
            .removing(keeping: .bool(true))
        #expect(result.files[path] == nil)
        #expect(result.verdict != .safe)
    }

    @Test func functionThatIsUsedAsAValueKeepsItsParameter() throws {
        let result = try removing(
            """
            func row(isNew: Bool) -> Int { isNew ? 1 : 2 }
            func f() -> Int { row(isNew: flags.isOn(.newCart)) }
            func g(_ list: [Bool]) -> [Int] { list.map(row) }

            """
        )
        #expect(result.code?.contains("func row(isNew: Bool) -> Int { isNew ? 1 : 2 }") == true)
        #expect(result.code?.contains("row(isNew: true)") == true)
    }

    @Test func parameterGoesWithHelpersOfTests() throws {
        let result = try removing(
            """
            final class Controller {
                private let isNew: Bool
                private let count: Int
                init(isNew: Bool, count: Int) {
                    self.isNew = isNew
                    self.count = count
                }
                func load() -> Int { isNew ? count : 0 }
            }
            func start() -> Controller { Controller(isNew: flags.isOn(.newCart), count: 2) }

            """,
            tests: """
                final class T: XCTestCase {
                    func makeSUT(isNew: Bool = true) -> Controller { Controller(isNew: isNew, count: 1) }
                    func testA() { check(makeSUT()) }
                    func testB() { check(makeSUT(isNew: false)) }
                }

                """
        )
        #expect(
            result.code == """
                final class Controller {
                    private let count: Int
                    init(count: Int) {
                        self.count = count
                    }
                    func load() -> Int { count }
                }
                func start() -> Controller { Controller(count: 2) }

                """
        )
        #expect(
            result.tests == """
                final class T: XCTestCase {
                    func makeSUT() -> Controller { Controller(count: 1) }
                    func testA() { check(makeSUT()) }
                    func testB() { check(makeSUT()) }
                }

                """
        )
        #expect(
            result.remarks == ["read Tests/T.swift:4 ‘testB’ tests the side of the toggle that is gone; remove it"]
        )
    }

    @Test func storedResultOfMockGoes() throws {
        let result = try removing(
            """
            protocol Gate { func isCartOn() -> Bool }
            struct LiveGate: Gate { func isCartOn() -> Bool { flags.isOn(.newCart) } }
            func f(_ gate: any Gate) -> Int { gate.isCartOn() ? 1 : 2 }

            """,
            tests: """
                struct MockGate: Gate {
                    var cartResult = true
                    func isCartOn() -> Bool { cartResult }
                }
                final class T: XCTestCase {
                    func testA() { check(MockGate(cartResult: true)) }
                    func testB() {
                        var gate = MockGate()
                        gate.cartResult = false
                        check(gate)
                    }
                }

                """,
            keeping: true
        )
        #expect(
            result.code == """
                protocol Gate { }
                struct LiveGate: Gate { }
                func f(_ gate: any Gate) -> Int { 1 }

                """
        )
        #expect(
            result.tests == """
                struct MockGate: Gate {
                }
                final class T: XCTestCase {
                    func testA() { check(MockGate()) }
                    func testB() {
                        var gate = MockGate()
                        check(gate)
                    }
                }

                """
        )
        #expect(
            result.remarks == ["read Tests/T.swift:7 ‘testB’ tests the side of the toggle that is gone; remove it"]
        )
    }

    @Test(arguments: [
        (
            "class A { override var shows: Bool { if flags.isOn(.newCart) { return false }\nreturn true } }\n",
            "class A { override var shows: Bool { return false } }\n",
            [
                "read F.swift:1 ‘shows’ now always has the same value; it stays, because it overrides an inherited declaration"
            ]
        ),
        (
            "class A { override var shows: Bool { flags.isOn(.newCart) } }\n",
            "class A { override var shows: Bool { true } }\n",
            [
                "read F.swift:1 ‘shows’ now always has the same value; it stays, because it overrides an inherited declaration"
            ]
        ),
        (
            "class A { @objc func isNew() -> Bool { flags.isOn(.newCart) } }\n",
            "class A { @objc func isNew() -> Bool { true } }\n",
            ["read F.swift:1 ‘isNew’ now always has the same value; it stays, because Objective-C may use it"]
        ),
        (
            "final class A: Foreign { var isNew: Bool { flags.isOn(.newCart) } }\n",
            "final class A: Foreign { var isNew: Bool { true } }\n",
            [
                "read F.swift:1 ‘isNew’ now always has the same value; it stays, because code outside of the project may use it"
            ]
        ),
        (
            "struct A { @State private var isOn = flags.isOn(.newCart)\nvar body: some View { Sheet(isOn: $isOn) } }\n",
            "struct A { @State private var isOn = true\nvar body: some View { Sheet(isOn: $isOn) } }\n",
            [
                "read F.swift:1 ‘isOn’ now always has the same value; it stays, because its projected value is used",
                "read F.swift:2 this may need ‘isOn’, which now always has the same value",
            ]
        ),
        (
            "struct A { func detail() -> String? { flags.isOn(.newCart) ? \"x\" : nil } }\n",
            "struct A { func detail() -> String? { \"x\" } }\n",
            ["read F.swift:1 this value is never nil because of the toggle any more; its type may not be optional"]
        ),
        (
            "func f() -> Int {\n    var isNew = flags.isOn(.newCart)\n    isNew = isNew && other\n    return isNew ? 1 : 2\n}\n",
            "func f() -> Int {\n    var isNew = true\n    isNew = isNew && other\n    return isNew ? 1 : 2\n}\n",
            [String]()
        ),
        (
            "var isNew: Bool { flags.isOn(.newCart) }\nfunc f() -> Int { isNew ? 1 : 2 }\n", "func f() -> Int { 1 }\n",
            [String]()
        ),
        (
            "struct A { static let isNew = flags.isOn(.newCart)\nfunc f() -> Int { Self.isNew ? 1 : 2 } }\nfunc g(_ a: A) -> Bool { A.isNew && c }\n",
            "struct A {\nfunc f() -> Int { 1 } }\nfunc g(_ a: A) -> Bool { c }\n", [String]()
        ),
        (
            "struct A { @Flagged(.newCart) var isNew: Bool\nfunc f() -> Int { isNew ? 1 : 2 } }\n",
            "struct A {\nfunc f() -> Int { 1 } }\n", [String]()
        ),
    ])
    func copyIsRemovedOrStaysWithReason(before: String, after: String, remarks: [String]) throws {
        let result = try removing(before)
        #expect(result.code == after)
        #expect(result.remarks == remarks)
    }

    @Test func captureGoes() throws {
        let result = try removing(
            "func f() {\n    let isNew = flags.isOn(.newCart)\n    run { [isNew, weak self] in if isNew { a() } }\n}\n"
        )
        #expect(result.code == "func f() {\n    run { [weak self] in a() }\n}\n")
    }

    @Test func commentThatStaysIsListed() throws {
        let result = try removing("// Based on the flag `newCart`.\nlet x = 1\n")
        #expect(result.code == nil)
        #expect(result.remarks == ["mention F.swift:1 this comment names the toggle"])
    }
}
