#if canImport(SwiftUI)
public import FeatureToggles
public import SwiftUI

extension EnvironmentValues {
    /// The toggles of the environment, which `Toggled` reads.
    ///
    /// The modifier `toggles(_:)` sets them; without it, each toggle has its declared default. On iOS 17, macOS 14, and
    /// later, a view updates when a toggle changes that its body reads from them. On earlier systems, only `Toggled`
    /// updates views.
    public internal(set) var toggles: any FeatureToggle {
        get { self[TogglesKey.self] }
        set { self[TogglesKey.self] = newValue }
    }
}

private struct TogglesKey: EnvironmentKey {
    static let defaultValue: any FeatureToggle = FixedToggles()
}

extension View {
    /// Puts toggles into the environment of a view and all views in it.
    ///
    /// ```swift
    /// @main
    /// struct ShopApp: App {
    ///     let client = ToggleClient(registries: [AppToggles.registry])
    ///
    ///     var body: some Scene {
    ///         WindowGroup { ShopView().toggles(client) }
    ///     }
    /// }
    /// ```
    ///
    /// Views read them with `Toggled`, or on iOS 17 and later with `@Environment(\.toggles)`. To read toggles for a user, pass
    /// `client.scoped(to: user.context)`.
    ///
    /// - Parameter toggles: The client, scoped toggles, or a test double.
    /// - Returns: A view with the toggles.
    public func toggles(_ toggles: any FeatureToggle) -> some View {
        modifier(TogglesModifier(toggles: toggles))
    }
}

private struct TogglesModifier: ViewModifier {
    let toggles: any FeatureToggle
    @StateObject private var source = ObservedSource()

    func body(content: Content) -> some View {
        content.environment(\.toggles, source.observing(toggles))
    }
}
#endif
