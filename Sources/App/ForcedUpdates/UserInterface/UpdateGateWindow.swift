#if canImport(UIKit) && canImport(SwiftUI) && !os(watchOS)
import SwiftUI
public import UIKit

/// The gate of an app with UIKit's life cycle: a window over all others while there is a notice.
///
/// ```swift
/// final class SceneDelegate: UIResponder, UIWindowSceneDelegate {
///     private var gate: UpdateGateWindow?
///
///     func scene(_ scene: UIScene, willConnectTo session: UISceneSession, options: UIScene.ConnectionOptions) {
///         guard let scene = scene as? UIWindowScene else { return }
///         …
///         gate = UpdateGateWindow(updates, in: scene)
///     }
/// }
/// ```
///
/// The window also covers sheets and alerts of the app, which keep their state. Keep the gate for as long as its scene.
/// See ``UpdateGate`` for what is shown.
@MainActor
public final class UpdateGateWindow {
    private let model: UpdateGateModel
    private let window: UIWindow
    /// The app's window, which gets the keyboard back.
    private weak var previous: UIWindow?
    private let following: Task<Void, Never>

    /// Creates a gate, and shows its window if there is a notice.
    ///
    /// - Parameters:
    ///   - updates: The update policy.
    ///   - scene: The scene of the app's windows.
    ///   - texts: The texts that the policy doesn't have; `nil` for the standard texts in the user's language.
    public init(_ updates: UpdatePolicy, in scene: UIWindowScene, texts: UpdateTexts? = nil) {
        let model = UpdateGateModel(updates, texts: texts)
        self.model = model
        window = UIWindow(windowScene: scene)
        following = Task { await model.follow() }
        let controller = UIHostingController(rootView: UpdateScreens(model: model) { Color.clear })
        controller.view.backgroundColor = .clear
        window.rootViewController = controller
        window.windowLevel = .alert + 1
        // VoiceOver ignores the windows below.
        window.accessibilityViewIsModal = true
        window.isHidden = true
        model.onChange = { [weak self] in self?.update() }
        update()
    }

    deinit {
        following.cancel()
    }

    private func update() {
        guard window.isHidden == model.isShown else { return }
        if model.isShown {
            previous = window.windowScene?.keyWindow
            // The keyboard would cover the notice.
            previous?.endEditing(true)
            window.makeKeyAndVisible()
        } else {
            window.isHidden = true
            previous?.makeKey()
        }
    }
}
#endif
