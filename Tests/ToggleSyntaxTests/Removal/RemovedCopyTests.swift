import Testing
import ToggleLint
import ToggleSyntax

@Suite struct RemovedCopyTests {
    private func expect(
        _ before: String,
        _ after: String,
        keeping isOn: Bool = true,
        remarks: [String] = [],
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let project = RemovalProjectCase(
            files: ["F.swift": before, "Flags.swift": "enum FeatureFlag { case newCart, other }\n"],
            sources: [RemovalProjectCase.cases]
        )
        let result = try project.removing(keeping: .bool(isOn))
        #expect(result.files["F.swift"] ?? before == after, sourceLocation: sourceLocation)
        #expect(result.files["Flags.swift"] == "enum FeatureFlag { case other }\n", sourceLocation: sourceLocation)
        #expect(result.remarks == remarks, sourceLocation: sourceLocation)
    }

    @Test func localCopyGoes() throws {
        try expect(
            "func f() -> Int {\n    let isNew = flags.isOn(.newCart)\n    return isNew ? 1 : 2\n}\n",
            "func f() -> Int {\n    return 1\n}\n"
        )
        try expect(
            "func f() -> Int {\n    let isOld = !flags.isOn(.newCart)\n    g(isOld)\n    return isOld ? 1 : 2\n}\n",
            "func f() -> Int {\n    g(false)\n    return 2\n}\n"
        )
    }

    @Test func effectBeforeTheDecidingOperandStays() throws {
        try expect(
            "func f() {\n    let ok = save() && flags.isOn(.newCart)\n    use(ok)\n}\n",
            "func f() {\n    _ = save()\n    use(false)\n}\n",
            keeping: false
        )
        try expect(
            "final class A {\n    let ok = save() || flags.isOn(.newCart)\n    func f() { use(ok) }\n}\n",
            "final class A {\n    let ok = save() || true\n    func f() { use(ok) }\n}\n",
            remarks: ["read F.swift:2 this call no longer decides anything, and is kept for its effect"]
        )
        try expect(
            "func f() -> Bool { return save() && flags.isOn(.newCart) }\nfunc g() { use(f()) }\n",
            "func f() -> Bool { _ = save(); return false }\nfunc g() { use(f()) }\n",
            keeping: false
        )
    }

    @Test func storedPropertyWithObserversStaysVariable() throws {
        let code = """
            final class A {
                private var isBig = flags.isOn(.newCart) { didSet { draw() } }
                func tap() { isBig.toggle() }
                func size() -> Int { isBig ? 2 : 1 }
            }

            """
        let project = RemovalProjectCase(
            files: ["F.swift": code, "Flags.swift": "enum FeatureFlag { case newCart, other }\n"],
            sources: [RemovalProjectCase.cases]
        )
        let text = try project.removing(keeping: .bool(true)).files["F.swift"]
        #expect(text == code.replacing("flags.isOn(.newCart)", with: "true"))
    }

    @Test func deepComparisonsTakeLinearTime() throws {
        let comparison =
            String(repeating: "(", count: 40) + "flags.isOn(.newCart)"
            + String(repeating: " == a)", count: 40)
        try expect("let b = \(comparison)\n", "let b = \(comparison.replacing("flags.isOn(.newCart)", with: "true"))\n")
    }

    @Test func shadowedNameStays() throws {
        try expect(
            """
            func f(_ list: [Bool]) {
                let isNew = flags.isOn(.newCart)
                use(isNew)
                list.forEach { isNew in use(isNew) }
                for isNew in list { use(isNew) }
                if let isNew = list.first { use(isNew) }
            }

            """,
            """
            func f(_ list: [Bool]) {
                use(true)
                list.forEach { isNew in use(isNew) }
                for isNew in list { use(isNew) }
                if let isNew = list.first { use(isNew) }
            }

            """
        )
    }

    @Test func wrappersGo() throws {
        try expect(
            """
            struct Screen {
                private var usesCart: Bool { flags.isOn(.newCart) }
                private lazy var isOld = !flags.isOn(.newCart)
                private func isCartOn() -> Bool { return flags.isOn(.newCart) }
                let later: Bool = { flags.isOn(.newCart) }()
                func f() -> Int { usesCart && other ? 1 : 2 }
                mutating func g() -> Int { isOld ? 1 : 2 }
                func h() -> Int { self.isCartOn() ? 1 : 2 }
                func i() -> Int { later ? 1 : 2 }
            }

            """,
            """
            struct Screen {
                func f() -> Int { other ? 1 : 2 }
                mutating func g() -> Int { 2 }
                func h() -> Int { 1 }
                func i() -> Int { 1 }
            }

            """
        )
    }

    @Test func sameNameInAnotherTypeStays() throws {
        let other =
            "struct Other { var isNewCart = false; func f() -> Bool { isNewCart } }\nfunc g(_ o: Other) -> Bool { o.isNewCart }\n"
        try expect(
            "struct A { let isNewCart = flags.isOn(.newCart); func f() -> Int { isNewCart ? 1 : 2 } }\n" + other,
            "struct A { func f() -> Int { 1 } }\n" + other
        )
    }

    @Test func ambiguousUseKeepsTheCopyAsConstant() throws {
        try expect(
            "struct A { var isNew: Bool { flags.isOn(.newCart) } }\nstruct B { var isNew = false }\nfunc g(_ o: some P) -> Bool { o.isNew }\n",
            "struct A { var isNew: Bool { true } }\nstruct B { var isNew = false }\nfunc g(_ o: some P) -> Bool { o.isNew }\n",
            remarks: [
                "read F.swift:1 ‘isNew’ now always has the same value; it stays, because ‘o.isNew’ may refer to it, or to another declaration",
                "read F.swift:3 this may need ‘isNew’, which now always has the same value",
            ]
        )
    }

    @Test func requirementAndItsImplementationsGo() throws {
        let project = RemovalProjectCase(
            files: [
                "Flags.swift": "enum FeatureFlag { case newCart, other }\n",
                "Settings.swift": """
                protocol CartSettings {
                    var isNewCart: Bool { get }
                    var size: Int { get }
                }
                struct LiveSettings: CartSettings {
                    var isNewCart: Bool { flags.isOn(.newCart) }
                    var size = 1
                }
                func rows(_ settings: any CartSettings) -> Int {
                    settings.isNewCart ? settings.size : 0
                }

                """,
                "Tests/SettingsTests.swift": """
                struct MockSettings: CartSettings {
                    var isNewCart = true
                    var size = 1
                }
                struct SettingsTests {
                    @Test func new() {
                        #expect(rows(MockSettings(isNewCart: true, size: 2)) == 2)
                    }
                    @Test func old() {
                        var settings = MockSettings(size: 2)
                        settings.isNewCart = false
                        #expect(rows(settings) == 0)
                    }
                }

                """,
            ],
            sources: [RemovalProjectCase.cases]
        )
        let result = try project.removing(keeping: .bool(true))
        #expect(
            result.files["Settings.swift"] == """
                protocol CartSettings {
                    var size: Int { get }
                }
                struct LiveSettings: CartSettings {
                    var size = 1
                }
                func rows(_ settings: any CartSettings) -> Int {
                    settings.size
                }

                """
        )
        #expect(
            result.files["Tests/SettingsTests.swift"] == """
                struct MockSettings: CartSettings {
                    var size = 1
                }
                struct SettingsTests {
                    @Test func new() {
                        #expect(rows(MockSettings(size: 2)) == 2)
                    }
                    @Test func old() {
                        var settings = MockSettings(size: 2)
                        #expect(rows(settings) == 0)
                    }
                }

                """
        )
        #expect(
            result.remarks == [
                "read Tests/SettingsTests.swift:9 ‘old’ tests the side of the toggle that is gone; remove it"
            ]
        )
        let deep = try project.removing(keeping: .bool(true), isDeep: true)
        #expect(deep.verdict == .safe)
        #expect(
            deep.files["Tests/SettingsTests.swift"] == """
                struct MockSettings: CartSettings {
                    var size = 1
                }
                struct SettingsTests {
                    @Test func new() {
                        #expect(rows(MockSettings(size: 2)) == 2)
                    }
                }

                """
        )
    }

    @Test func defaultArgumentGoesWithEveryArgument() throws {
        try expect(
            """
            struct Model {
                let isNew: Bool
                let count: Int
                init(isNew: Bool = flags.isOn(.newCart), count: Int = 0) {
                    self.isNew = isNew
                    self.count = count
                }
                func rows() -> Int {
                    let isNewRow = isNew
                    return isNewRow ? count : 0
                }
            }
            func make() -> [Model] { [Model(), Model(isNew: true), Model(isNew: true, count: 2), .init(isNew: true)] }

            """,
            """
            struct Model {
                let count: Int
                init(count: Int = 0) {
                    self.count = count
                }
                func rows() -> Int {
                    return count
                }
            }
            func make() -> [Model] { [Model(), Model(), Model(count: 2), .init()] }

            """
        )
    }

    @Test func parameterWithAnotherCallerStays() throws {
        try expect(
            "func show(isNew: Bool) -> Int { isNew ? 1 : 2 }\nlet a = show(isNew: flags.isOn(.newCart))\nlet b = show(isNew: user.isNew)\n",
            "func show(isNew: Bool) -> Int { isNew ? 1 : 2 }\nlet a = show(isNew: true)\nlet b = show(isNew: user.isNew)\n",
            remarks: ["read F.swift:1 ‘isNew’ stays, because other code gives it another value than the toggle"]
        )
        try expect(
            "let view = Foreign(enable: flags.isOn(.newCart))\n",
            "let view = Foreign(enable: false)\n",
            keeping: false
        )
    }

    @Test func assignmentsAndChainsGo() throws {
        let project = RemovalProjectCase(
            files: [
                "AppSettings.swift": """
                final class AppSettings {
                    @UserPreference(defaultValue: false) var newCart: Bool
                    @UserPreference(defaultValue: false) var other: Bool
                }

                """,
                "Screen.swift": """
                struct ScreenState {
                    var showsCart = false
                    var title = ""
                }
                final class ScreenModel {
                    @Published private(set) var state = ScreenState()
                    @Published var isMenu = false
                    init(settings: AppSettings) {
                        settings.$newCart
                            .weakAssign(to: \\.state.showsCart, on: self)
                            .store(in: &cancellables)
                        settings.$newCart.assign(to: &$isMenu)
                        settings.$other.assign(to: &$isOther)
                    }
                    var hasMenu: Bool { isMenu && isOther }
                }
                struct ScreenView: View {
                    let model: ScreenModel
                    var body: some View {
                        VStack {
                            if model.state.showsCart { CartView() }
                            Text(model.state.title)
                        }
                    }
                }
                struct ScreenView_Previews: PreviewProvider {
                    static var previews: some View { Screen(ScreenState(showsCart: true, title: "")) }
                }

                """,
            ],
            sources: [RemovalProjectCase.attributed]
        )
        let result = try project.removing(keeping: .bool(true))
        #expect(
            result.files["Screen.swift"] == """
                struct ScreenState {
                    var title = ""
                }
                final class ScreenModel {
                    @Published private(set) var state = ScreenState()
                    init(settings: AppSettings) {
                        settings.$other.assign(to: &$isOther)
                    }
                    var hasMenu: Bool { isOther }
                }
                struct ScreenView: View {
                    let model: ScreenModel
                    var body: some View {
                        VStack {
                            CartView()
                            Text(model.state.title)
                        }
                    }
                }
                struct ScreenView_Previews: PreviewProvider {
                    static var previews: some View { Screen(ScreenState(title: "")) }
                }

                """
        )
        #expect(result.remarks == [])
    }

    @Test func publisherThatIsTransformedBlocks() throws {
        let project = RemovalProjectCase(
            files: [
                "A.swift": """
                final class AppSettings { @UserPreference(defaultValue: false) var newCart: Bool }
                final class Model { init(settings: AppSettings) { settings.$newCart.sink { print($0) }.store(in: &c) } }

                """
            ],
            sources: [RemovalProjectCase.attributed]
        )
        let result = try project.removing(keeping: .bool(true))
        #expect(result.files == [:])
        #expect(
            result.remarks == [
                "mention A.swift:1 this code can go once nothing keeps the toggle alive",
                "blocks A.swift:2 the flag can't be removed here: its projected value is used",
            ]
        )
    }
}
