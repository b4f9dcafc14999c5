#if canImport(SwiftUI)
import Combine
import Foundation
public import SwiftUI

/// The app, or the screen that replaces it while this version is locked out.
///
/// ```swift
/// @main
/// struct ShopApp: App {
///     private let updates = UpdatePolicy(.forcedUpdate, of: client, application: "shop")
///
///     var body: some Scene {
///         WindowGroup {
///             UpdateGate(updates) { ShopView() }
///         }
///     }
/// }
/// ```
///
/// While an update is required, or during maintenance, the app's views are removed, including their sheets, and only
/// the notice is shown. A recommendation is shown as an alert with a button that dismisses it until the next launch or
/// until there is a different one. Texts come from the policy in the user's language, and otherwise from ``UpdateTexts``.
///
/// An app with several windows has a gate in each of them, with the same policy. All gates show the same notice, and a
/// recommendation that is dismissed in one window is dismissed in all.
///
/// A gate follows the policy for as long as it is shown. It works with VoiceOver and with all text sizes. Use
/// ``UpdateScreen`` to design your own screens, and ``UpdateGateWindow`` in an app with UIKit's life cycle.
public struct UpdateGate<Content: View>: View {
    @StateObject private var model: UpdateGateModel
    private let content: () -> Content

    /// Creates a gate.
    ///
    /// - Parameters:
    ///   - updates: The update policy, which must not change later.
    ///   - texts: The texts that the policy doesn't have; `nil` for the standard texts in the user's language.
    ///   - content: The app's views.
    public init(
        _ updates: UpdatePolicy,
        texts: UpdateTexts? = nil,
        @ViewBuilder content: @escaping () -> Content
    ) {
        _model = StateObject(wrappedValue: UpdateGateModel(updates, texts: texts))
        self.content = content
    }

    /// The app, or the notice.
    public var body: some View {
        UpdateScreens(model: model, content: content)
            .task { await model.follow() }
    }
}

extension View {
    /// Shows the notice of an update policy instead of this view, or over it, when there is one.
    ///
    /// ```swift
    /// WindowGroup {
    ///     ShopView().updateGate(updates)
    /// }
    /// ```
    ///
    /// Apply it to the root view of each window. See ``UpdateGate``.
    ///
    /// - Parameters:
    ///   - updates: The update policy, which must not change later.
    ///   - texts: The texts that the policy doesn't have; `nil` for the standard texts in the user's language.
    /// - Returns: The view, or the notice.
    public func updateGate(_ updates: UpdatePolicy, texts: UpdateTexts? = nil) -> some View {
        UpdateGate(updates, texts: texts) { self }
    }
}
#endif
