#if OVERRIDES && canImport(SwiftUI) && (os(iOS) || os(macOS) || os(visionOS))
public import FeatureToggles
public import SwiftUI

/// The debug menu: all toggles of a client, with their values and sources, to search, explain, and override.
///
/// ```swift
/// #if DEBUG
/// WindowGroup("Feature toggles", id: "toggles") { ToggleMenu(client: client) }
/// #endif
/// ```
///
/// The modifiers `toggleMenu(isPresented:client:)` and
/// `toggleMenuOnShake(client:)` show it in a sheet. In UIKit, present
/// `UIHostingController(rootView: ToggleMenu(client: client))`.
///
/// If the environment contains toggles of the same client in a scope, such as `.toggles(client.scoped(to: user.context))`,
/// the menu shows the values in that scope, as the views read them.
///
/// Overrides are written to the client's local defaults file, with the same history and presets as in the console and
/// the command line. A RELEASE build without the trait `InternalBuild` has no overrides, and doesn't contain this view.
public struct ToggleMenu: View {
    private let givenClient: ToggleClient?
    @Environment(\.toggles) private var toggles

    /// Creates a menu.
    ///
    /// - Parameter client: The client whose toggles are shown.
    public init(client: ToggleClient) {
        self.init(optional: client)
    }

    /// Creates a menu, for the client in the environment if none is given.
    ///
    /// It explains what to do if there is no client.
    init(optional client: ToggleClient?) {
        givenClient = client
    }

    /// The content of the menu.
    public var body: some View {
        if let client = givenClient ?? toggles.client {
            // The scope of another client's toggles doesn't matter.
            let scope = toggles.client === client ? toggles.scope : nil
            // Another client or scope gets a new model.
            MenuScreen(client: client, scope: scope).id(MenuIdentity(client: ObjectIdentifier(client), scope: scope))
        } else {
            Text("There is no ToggleClient here. Apply .toggles(client) to a view around this one, or pass the client.")
                .padding()
        }
    }
}

/// What a menu shows, which makes it another menu if it changes.
private struct MenuIdentity: Hashable {
    let client: ObjectIdentifier
    let scope: EvaluationContext?
}
#endif
