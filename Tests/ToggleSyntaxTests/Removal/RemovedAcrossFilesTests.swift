import Testing
import ToggleLint
import ToggleSyntax

/// What a removal finds in other files than the one that reads the toggle.
@Suite struct RemovedAcrossFilesTests {
    private static let flags = "enum FeatureFlag { case newCart, other }\n"

    private func removing(
        _ files: [String: String],
        keeping isOn: Bool = true,
        isDeep: Bool = false,
        sources: [LintConfiguration.DeclarationSource] = [RemovalProjectCase.cases]
    ) throws -> (files: [String: String], remarks: [String]) {
        let declared: [String: String] = sources == [RemovalProjectCase.cases] ? ["Flags.swift": Self.flags] : [:]
        let project = RemovalProjectCase(files: files.merging(declared) { first, _ in first }, sources: sources)
        let result = try project.removing(keeping: .bool(isOn), isDeep: isDeep)
        return (result.files.filter { declared[$0.key] == nil }, result.remarks)
    }

    // MARK: - Names

    @Test func memberThatItsTypeDoesNotDeclareIsTheCopy() throws {
        let result = try removing(
            [
                "Model.swift": """
                enum Wizard { enum State { case first } }
                class Store<State>: ObservableObject {
                    class Context: ObservableObject { var viewState: State }
                }
                struct StartState { var isDirectoryOn = false }
                final class Model: Store<StartState> {
                    let flags: Flags
                    init() { flags.$newCart.weakAssign(to: \\.state.isDirectoryOn, on: self).store(in: &all) }
                }

                """,
                "Start.swift": """
                struct Start: View {
                    @ObservedObject var context: Model.Context
                    var body: some View {
                        if context.viewState.isDirectoryOn { Search() }
                    }
                }

                """,
                "Flags.swift":
                    "final class Flags {\n    @UserPreference(key: \"a\") var newCart: Bool\n    var other: Int\n}\n",
            ],
            sources: [RemovalProjectCase.attributed]
        )
        #expect(result.remarks.filter { !$0.hasPrefix("unused") } == [])
        #expect(
            result.files["Start.swift"] == """
                struct Start: View {
                    @ObservedObject var context: Model.Context
                    var body: some View {
                        Search()
                    }
                }

                """
        )
        #expect(result.files["Model.swift"]?.contains("isDirectoryOn") == false)
    }

    @Test(arguments: [true, false])
    func rowThatIsBoundThroughDynamicMembersGoes(isNameShared: Bool) throws {
        let shared = isNameShared ? "struct Parameters { let newCart: Bool }\n" : ""
        let result = try removing(
            [
                "Flags.swift": """
                final class Flags: DeveloperProtocol {
                    enum Keys: String { case newCart, other }
                    @UserPreference(key: Keys.newCart) var newCart: Bool
                    @UserPreference(key: Keys.other) var other: Bool
                }

                """,
                "Developer/Models.swift": """
                protocol DeveloperProtocol { var newCart: Bool { get set }
                    var other: Bool { get set } }

                """,
                "Developer/View/DeveloperScreen.swift": """
                struct DeveloperScreen: View {
                    @ObservedObject var context: Context
                    var body: some View {
                        Toggle("Other", isOn: $context.other)
                        Toggle("Cart", isOn: $context.newCart)
                    }
                }

                """,
                "Context.swift": "class Context: ObservableObject {}\n" + shared,
            ],
            sources: [RemovalProjectCase.attributed]
        )
        #expect(result.remarks.filter { !$0.hasPrefix("unused") } == [])
        #expect(result.files["Developer/View/DeveloperScreen.swift"]?.contains("newCart") == false)
    }

    @Test func functionWithTheNameOfACalledMethodDoesNotHideTheFlag() throws {
        let result = try removing([
            "Log.swift": "struct Line { static let first = Line() }\nfunc append(_ line: Line) {}\n",
            "Tests/T.swift": """
            func makeFlags() -> MockFlags {
                let mock = MockFlags()
                mock.enabled.append(.newCart)
                return mock
            }

            """,
        ])
        #expect(result.remarks.filter { !$0.hasPrefix("unused") } == [])
        #expect(result.files["Tests/T.swift"]?.contains("newCart") == false)
    }

    @Test func propertyThatIsEncodedStays() throws {
        let result = try removing([
            "A.swift": """
            struct Features: Encodable {
                let isCartNew: Bool
                let count: Int
                init(isCartNew: Bool, count: Int) {
                    self.isCartNew = isCartNew
                    self.count = count
                }
                func f() -> Int { isCartNew ? 1 : 2 }
            }
            func send() { encode(Features(isCartNew: flags.isOn(.newCart), count: 1)) }

            """
        ])
        #expect(
            result.files["A.swift"] == """
                struct Features: Encodable {
                    let isCartNew: Bool
                    let count: Int
                    init(count: Int) {
                        self.isCartNew = true
                        self.count = count
                    }
                    func f() -> Int { 1 }
                }
                func send() { encode(Features(count: 1)) }

                """
        )
        let reason = "it stays, because it is part of what ‘Features’ encodes"
        #expect(result.remarks == ["read A.swift:2 ‘isCartNew’ now always has the same value; \(reason)"])
    }

    @Test func assertionOfAFunctionOfTheFlagGoesAsAWhole() throws {
        let result = try removing([
            "Tests/T.swift": """
            final class T: XCTestCase {
                func testA() {
                    XCTAssertEqual(service.state(of: .newCart), .off)
                    check(1)
                }
            }

            """
        ])
        #expect(
            result.files["Tests/T.swift"] == """
                final class T: XCTestCase {
                    func testA() {
                        check(1)
                    }
                }

                """
        )
    }

    @Test func codeThatStillNamesTheCopyBlocks() throws {
        let result = try removing([
            "A.swift":
                "struct A { let isCartNew = flags.isOn(.newCart) }\nfunc f(_ a: A) -> Int { a.isCartNew ? 1 : 2 }\n",
            "B.swift": "extension Alias { func g() -> Int { isCartNew ? 1 : 2 } }\n",
        ])
        #expect(
            result.remarks == [
                "blocks B.swift:1 the declaration of ‘isCartNew’ goes, but this code still uses it"
            ]
        )
    }

    @Test func sameNameInTheEnvironmentAndInAStateIsToldApart() throws {
        let result = try removing(
            [
                "Flags.swift":
                    "final class AppSettings {\n    @UserPreference(key: \"a\") var newCart: Bool\n    var b: Int\n}\n",
                "State.swift": """
                class Context<State>: ObservableObject { var viewState: State }
                enum State { case first }
                struct RoomViewState { var newCart = false }
                struct NewCartKey: EnvironmentKey { static let defaultValue = false }
                extension EnvironmentValues {
                    var newCart: Bool {
                        get { self[NewCartKey.self] }
                        set { self[NewCartKey.self] = newValue }
                    }
                }

                """,
                "View.swift": """
                struct Room: View {
                    @ObservedObject var context: Context<RoomViewState>
                    @Environment(\\.newCart) private var isOn
                    var body: some View { List().environment(\\.newCart, context.viewState.newCart) }
                }
                func f(_ appSettings: AppSettings) -> Int { appSettings.newCart ? 1 : 2 }

                """,
            ],
            sources: [RemovalProjectCase.attributed]
        )
        #expect(result.remarks == [])
        #expect(result.files["Flags.swift"] == "final class AppSettings {\n    var b: Int\n}\n")
        #expect(result.files["View.swift"]?.hasSuffix("func f(_ appSettings: AppSettings) -> Int { 1 }\n") == true)
        #expect(result.files["View.swift"]?.contains("environment(\\.newCart, context.viewState.newCart)") == true)
        #expect(result.files["State.swift"] == nil)
    }

    @Test func memberOfAFrameworkWithTheNameOfACopyIsNotTheCopy() throws {
        let result = try removing([
            "A.swift":
                "struct A { private let isHidden = flags.isOn(.newCart)\nfunc f() -> Int { isHidden ? 1 : 2 } }\n",
            "B.swift": "func g(_ view: UIView) { view.isHidden = true }\n",
            "C.swift":
                "struct C { var isCartNew: Bool { flags.isOn(.newCart) } }\nfunc h(_ c: C) { Foreign(isCartNew: c.isCartNew) }\n",
        ])
        #expect(result.remarks == [])
        #expect(Set(result.files.keys) == ["A.swift", "C.swift"])
    }

    @Test func nameOfTheToggleWithAnotherValueIsListed() throws {
        let result = try removing([
            "A.swift": """
            struct Parameters { let newCartEnabled: Bool }
            func a() { show(Parameters(newCartEnabled: flags.isOn(.newCart))) }
            func b() { show(Parameters(newCartEnabled: false)) }

            """
        ])
        let reason = "‘newCartEnabled’ is named like the toggle, but stays, because other code gives it another value"
        #expect(result.remarks == ["read A.swift:1 \(reason)", "read A.swift:3 \(reason)"])
    }

    @Test func implicitInitializerOfAParameterIsThatOfItsType() throws {
        let result = try removing([
            "A.swift": """
            struct Parameters {
                let isCartNew: Bool
                let count: Int
            }
            final class Coordinator {
                init(parameters: Parameters) { Model(isCartNew: parameters.isCartNew) }
            }
            final class Model {
                init(isCartNew: Bool) { if isCartNew { a() } }
            }
            func start() { Coordinator(parameters: .init(isCartNew: flags.isOn(.newCart), count: 1)) }

            """
        ])
        let reason =
            "only removed code read ‘parameters’, as far as the Swift code shows; a value of it may have an effect"
        #expect(
            result.remarks == [
                "unused A.swift:1 only removed code used ‘Parameters’", "unused A.swift:6 \(reason)",
                "unused A.swift:11 \(reason)",
            ]
        )
        #expect(
            result.files["A.swift"] == """
                struct Parameters {
                    let count: Int
                }
                final class Coordinator {
                    init(parameters: Parameters) { Model() }
                }
                final class Model {
                    init() { a() }
                }
                func start() { Coordinator(parameters: .init(count: 1)) }

                """
        )
    }

    // MARK: - Stand-ins

    @Test func storedValueOfAMockGoesWithItsArm() throws {
        let result = try removing([
            "App.swift": "func f() -> Int { service.isOn(.newCart) ? 1 : 2 }\n",
            "Tests/MockService.swift": """
            final class MockService: Service {
                private let isCartOn: Bool
                private let isOtherOn: Bool
                init(isCartOn: Bool = false, isOtherOn: Bool = false) {
                    self.isCartOn = isCartOn
                    self.isOtherOn = isOtherOn
                }
                func isOn(_ flag: FeatureFlag) -> Bool {
                    switch flag {
                    case .newCart: return isCartOn
                    case .other: return isOtherOn
                    }
                }
            }

            """,
            "Tests/AppTests.swift": """
            final class AppTests: XCTestCase {
                func testA() { check(MockService(isCartOn: true, isOtherOn: true)) }
                func testB() {
                    let isCartOn = false
                    check(MockService(isCartOn: isCartOn))
                }
            }

            """,
        ])
        #expect(
            result.files["Tests/MockService.swift"] == """
                final class MockService: Service {
                    private let isOtherOn: Bool
                    init(isOtherOn: Bool = false) {
                        self.isOtherOn = isOtherOn
                    }
                    func isOn(_ flag: FeatureFlag) -> Bool {
                        switch flag {
                        case .other: return isOtherOn
                        }
                    }
                }

                """
        )
        #expect(result.files["Tests/AppTests.swift"]?.contains("MockService(isOtherOn: true)") == true)
        #expect(result.files["Tests/AppTests.swift"]?.contains("MockService())") == true)
        #expect(
            result.remarks == [
                "read Tests/AppTests.swift:3 ‘testB’ tests the side of the toggle that is gone; remove it",
                "read Tests/MockService.swift:4 this was the other side of the toggle; code that doesn't set it "
                    + "behaves differently now",
            ]
        )
    }

    @Test func importOfAModuleThatOnlyRemovedCodeUsedIsListed() throws {
        let result = try removing([
            "App/A.swift": """
            import Foundation
            import Legacy
            import Modern
            func f() -> Cart { if flags.isOn(.newCart) { return Cart() } else { return OldCart() } }

            """,
            "Legacy/Sources/Old.swift": "public class OldCart: Cart {}\n",
            "Modern/Sources/Cart.swift": "open class Cart {}\n",
        ])
        let reason = "only removed code used a type of ‘Legacy’; see whether the import is needed"
        #expect(result.remarks.filter { $0.contains("import") } == ["unused App/A.swift:2 \(reason)"])
    }

    @Test(arguments: [
        ("func f() -> Int? {\nguard flags.isOn(.newCart) else { return nil }\nreturn 1 }\n", true),
        ("lazy var a: Int? = {\nguard flags.isOn(.newCart) else { return nil }\nreturn 1 }()\n", true),
        ("func f() -> Int? {\nguard flags.isOn(.newCart) else { return nil }\nreturn b ? 1 : nil }\n", false),
        ("func f() -> Int? {\ng { guard flags.isOn(.newCart) else { return nil }\nreturn 1 }\nreturn 2 }\n", false),
    ])
    func resultThatIsNeverNilIsListed(code: String, isListed: Bool) throws {
        let result = try removing(["A.swift": code])
        let reason = "this value is never nil because of the toggle any more; its type may not be optional"
        #expect(result.remarks == (isListed ? ["read A.swift:1 \(reason)"] : []))
    }

    // MARK: - What only removed code read

    private static let picker = [
        "A.swift": """
        final class Picker {
            private let service: Service
            private let mode: Int
            init(mode: Int, service: Service, settings: Settings) {
                self.service = service
                self.mode = settings.isOn(.newCart) ? mode : 0
            }
            func start() {
                if flags.isOn(.newCart) { go(mode) } else { service.stop() }
            }
        }

        """,
        "B.swift": "func open(_ p: Parameters) { Picker(mode: 1, service: p.service, settings: p.settings).start() }\n",
    ]

    @Test func propertiesAndParametersThatOnlyRemovedCodeReadAreListed() throws {
        let result = try removing(Self.picker)
        #expect(
            result.remarks == [
                "unused A.swift:2 only removed code read ‘service’",
                "unused A.swift:4 only removed code read ‘service’",
                "unused A.swift:4 only removed code read ‘settings’",
                "unused A.swift:5 only removed code read ‘service’",
                "unused B.swift:1 only removed code read ‘service’",
                "unused B.swift:1 only removed code read ‘settings’",
            ]
        )
        #expect(result.files["B.swift"] == nil)
    }

    @Test func serviceWithAFrequentNameIsListed() throws {
        var files = [
            "A.swift": """
            final class A {
                private let service: Service
                init(service: Service = .shared) { self.service = service }
                func f() { if service.isOn(.newCart) { g() } }
            }

            """
        ]
        for index in 0..<100 { files["B\(index).swift"] = "func b\(index)(service: Service) { service.run() }\n" }
        let result = try removing(files)
        let reason = "only removed code read ‘service’"
        let lines = [2, 3, 3]
        #expect(result.remarks == lines.map { "unused A.swift:\($0) \(reason)" })
    }

    @Test func deepRemovalRemovesThem() throws {
        let result = try removing(Self.picker, isDeep: true)
        #expect(result.remarks == [])
        #expect(
            result.files == [
                "A.swift": """
                final class Picker {
                    private let mode: Int
                    init(mode: Int) {
                        self.mode = mode
                    }
                    func start() {
                        go(mode)
                    }
                }

                """,
                "B.swift": "func open(_ p: Parameters) { Picker(mode: 1).start() }\n",
            ]
        )
    }

    @Test(arguments: [
        "struct A: Codable { let old: Int\nlet b: Int\nfunc f() -> Int { flags.isOn(.newCart) ? b : old } }\nlet a = A(old: 1, b: 2)\n",
        "open class A { init(old: Int) { if !flags.isOn(.newCart) { print(old) } }\npublic required init(old: Int, b: Int) {} }\nlet a = A(old: g())\n",
        "class A: B { override func f(old: Int) { if !flags.isOn(.newCart) { print(old) } } }\nfunc g(_ a: A) { a.f(old: 1) }\n",
        "class A { @IBAction func f(old: Int) { if !flags.isOn(.newCart) { print(old) } } }\nfunc g(_ a: A) { a.f(old: 1) }\n",
        "protocol P { init(old: Int) }\nstruct A: P { init(old: Int) { if !flags.isOn(.newCart) { print(old) } } }\n",
        "class B { init(old: Int) {} }\nclass A: B { override init(old: Int) { if !flags.isOn(.newCart) { print(old) } } }\n",
        "struct A { let old: Int\nfunc f() { if !flags.isOn(.newCart) { print(old) } } }\nlet all = [\\A.old]\nlet a = A(old: 1)\n",
    ])
    func deepRemovalKeepsWhatOthersMayRead(code: String) throws {
        #expect(try removing(["A.swift": code], isDeep: true).files["A.swift"]?.contains("old: Int") == true)
    }
}
