import Testing
import ToggleLint
import ToggleSyntax

/// What a removal does in screens for developers.
@Suite struct RemovedDebugMenuTests {
    /// A screen for developers has its own state, a copy of the settings that it changes.
    @Test func stateOfADebugMenuGoesWithWhatItSets() throws {
        let project = RemovalProjectCase(
            files: [
                "App/Settings.swift": """
                final class Settings {
                    @UserPreference(key: "a") var newCartPage: Bool
                    @UserPreference(key: "b") var other: Bool
                }

                """,
                "Screens/Developer/Models.swift": """
                struct DeveloperScreenState {
                    var newCartPage: Bool
                    var other: Bool
                }
                enum DeveloperScreenAction { case changedNewCartPage, changedOther }

                """,
                "Screens/Developer/Model.swift": """
                final class DeveloperScreenModel {
                    private let settings: Settings
                    var state: DeveloperScreenState
                    init(settings: Settings) {
                        self.settings = settings
                        state = DeveloperScreenState(newCartPage: settings.newCartPage, other: settings.other)
                    }
                    func process(_ action: DeveloperScreenAction) {
                        switch action {
                        case .changedNewCartPage:
                            settings.newCartPage = state.newCartPage
                        case .changedOther:
                            settings.other = state.other
                        }
                    }
                }

                """,
                "Screens/Developer/View/Screen.swift": """
                struct DeveloperScreen: View {
                    @ObservedObject var context: DeveloperScreenModel.Context
                    var body: some View {
                        Toggle("Cart", isOn: $context.newCartPage)
                            .onChange(of: context.newCartPage) { _ in context.send(.changedNewCartPage) }
                        Toggle("Other", isOn: $context.other)
                    }
                }

                """,
                "F.swift": "func f(_ settings: Settings) { if settings.newCartPage { a() } }\n",
            ],
            sources: [RemovalProjectCase.attributed]
        )
        let result = try project.removing("new_cart_page", keeping: .bool(true))
        let menu = "Screens/Developer"
        #expect(
            result.remarks == [
                "mention \(menu)/Models.swift:5 this name contains that of the toggle"
            ]
        )
        #expect(
            result.files["\(menu)/Models.swift"]?.hasPrefix("struct DeveloperScreenState {\n    var other: Bool\n}")
                == true
        )
        #expect(result.files["\(menu)/Model.swift"]?.contains("newCartPage") == false)
        #expect(result.files["\(menu)/Model.swift"]?.contains("case .changedNewCartPage:\n            break\n") == true)
        #expect(result.files["\(menu)/View/Screen.swift"]?.contains("ewCartPage") == false)
        #expect(result.files["F.swift"] == "func f(_ settings: Settings) { a() }\n")
    }
}
