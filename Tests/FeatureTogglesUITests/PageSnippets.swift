// The snippets of the pages DebugMenu and Observation, and of the module's own page, in this order. `PageSnippetsTests`
// checks that every line of theirs is here; the compiler and the check for Apple platforms check the lines.
#if canImport(SwiftUI) && canImport(Observation)
import FeatureToggles
import FeatureTogglesObservation
import FeatureTogglesUI
import Observation
import SwiftUI

#if canImport(UIKit)
import UIKit
#endif

private struct User { let context = EvaluationContext(targetingKey: "ada") }
private struct ShopView: View { var body: some View { EmptyView() } }
private struct OldSearch: View { var body: some View { EmptyView() } }
private struct AdminTools: View { var body: some View { EmptyView() } }
private struct NewSearch: View {
    let ranking: AppToggles.SearchRanking
    var body: some View { EmptyView() }
}
private struct Results: View {
    let ranking: AppToggles.SearchRanking
    var body: some View { EmptyView() }
}
private struct CheckoutButton: View {
    let style: AppToggles.SearchRanking
    var body: some View { EmptyView() }
}

// MARK: DebugMenu

#if os(iOS) || os(macOS) || os(visionOS)
private enum OpenedByShaking {
    struct ShopApp: App {
        let client = ToggleClient(registries: [AppToggles.registry])

        var body: some Scene {
            WindowGroup {
                ShopView()
                    .toggleMenuOnShake()
                    .toggles(client)
            }
        }
    }
}

private struct SettingsView: View {
    @State private var isMenuShown = false

    var body: some View {
        Button("Feature toggles") { isMenuShown = true }
            .toggleMenu(isPresented: $isMenuShown)
    }
}

#if OVERRIDES
private struct MenuWindow: App {
    let client = ToggleClient(registries: [AppToggles.registry])

    var body: some Scene {
        WindowGroup("Feature toggles", id: "toggles") {
            ToggleMenu(client: client)
        }
    }
}

#if canImport(UIKit)
private final class ShopController: UIViewController {
    func showMenu(client: ToggleClient) {
        let menu = UIHostingController(rootView: ToggleMenu(client: client))
        present(menu, animated: true)
    }
}
#endif
#endif
#endif

// MARK: Observation

private struct ShopApp: App {
    let client = ToggleClient(registries: [AppToggles.registry])

    var body: some Scene {
        WindowGroup { SearchView().toggles(client) }
    }
}

private struct SearchView: View {
    @Toggled(.newSearch) private var isNewSearch
    @Toggled(.searchRanking) private var ranking

    var body: some View {
        if isNewSearch { NewSearch(ranking: ranking) } else { OldSearch() }
    }
}

extension EnvironmentValues {
    // What the macro `@Entry` expands to.
    fileprivate var userContext: EvaluationContext {
        get { self[UserContextKey.self] }
        set { self[UserContextKey.self] = newValue }
    }
}

private struct UserContextKey: EnvironmentKey {
    static let defaultValue = EvaluationContext()
}

private struct CheckoutView: View {
    @Toggled(.checkoutButton, for: \.userContext) private var button

    var body: some View {
        CheckoutButton(style: button)
    }
}

private struct AdminView: View {
    @Toggled<PermissionToggle> private var hasAdminTools: Bool

    init(user: User) {
        _hasAdminTools = Toggled(.adminTools, for: user.context)
    }

    var body: some View {
        if hasAdminTools { AdminTools() }
    }
}

private struct Previews: View {
    var body: some View {
        SearchView().previewToggles(.set(.newSearch, to: true), .set(.searchRanking, to: .neural))
        SearchView().previewCombinations(of: .each(.newSearch), .each(.searchRanking))
    }
}

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
@Observable
private final class SearchModel {
    @ObservationIgnored let toggles: ObservedToggles

    init(client: ToggleClient) {
        toggles = ObservedToggles(client)
    }

    var title: String { toggles.isEnabled(.newSearch) ? "Find" : "Search" }
}

private final class HideableButton { var isHidden = false }

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
private func observe(_ toggles: ObservedToggles, button: HideableButton) {
    withObservationTracking {
        button.isHidden = !toggles.isEnabled(.newSearch)
    } onChange: {
        // One of the values read above is about to change: read them again afterward.
    }
}

private struct ResultsView: View {
    @ObservedObject var toggles: ObservableToggles

    var body: some View {
        Results(ranking: toggles.value(of: .searchRanking))
    }
}
#endif
