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
/// Overrides are written to the client's local defaults file, with the same history and presets as in the console and
/// the command line. A RELEASE build without the trait `InternalBuild` has no overrides, and doesn't contain this view.
public struct ToggleMenu: View {
    private let client: ToggleClient?

    /// Creates a menu.
    ///
    /// - Parameter client: The client whose toggles are shown.
    public init(client: ToggleClient) {
        self.init(optional: client)
    }

    /// Creates a menu, which explains what to do if there is no client.
    init(optional client: ToggleClient?) {
        self.client = client
    }

    /// The content of the menu.
    public var body: some View {
        if let client {
            // Another client gets a new model.
            MenuScreen(client: client).id(ObjectIdentifier(client))
        } else {
            Text("There is no ToggleClient here. Apply .toggles(client) to a view around this one, or pass the client.")
                .padding()
        }
    }
}
#endif
