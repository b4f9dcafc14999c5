#if OVERRIDES && os(iOS)
import SwiftUI
import UIKit

/// An invisible view that reports when the device is shaken.
///
/// Shakes are sent to the first responder. Its controller becomes it when it appears, and when the count increases, which
/// must not happen while text is edited.
struct ShakeDetector: UIViewControllerRepresentable {
    let focusCount: Int
    /// Receives the window with the detector.
    let action: (UIWindow?) -> Void

    func makeUIViewController(context: Context) -> ShakeController { ShakeController() }

    func updateUIViewController(_ controller: ShakeController, context: Context) {
        controller.action = action
        controller.focusCount = focusCount
    }
}

/// The controller that receives shakes.
final class ShakeController: UIViewController {
    var action: (UIWindow?) -> Void = { _ in }
    var focusCount = 0 {
        didSet { if focusCount != oldValue { becomeFirstResponder() } }
    }

    override var canBecomeFirstResponder: Bool { true }

    override func viewDidAppear(_ animated: Bool) {
        super.viewDidAppear(animated)
        becomeFirstResponder()
    }

    override func motionEnded(_ motion: UIEvent.EventSubtype, with event: UIEvent?) {
        if motion == .motionShake { action(view.window) } else { super.motionEnded(motion, with: event) }
    }
}
#endif
