#if OVERRIDES && os(iOS)
import SwiftUI
import UIKit

/// An invisible view that reports when the device is shaken.
///
/// Its controller is the first responder while no other one is, because shakes are sent to the first responder.
struct ShakeDetector: UIViewControllerRepresentable {
    let action: () -> Void

    func makeUIViewController(context: Context) -> ShakeController { ShakeController() }

    func updateUIViewController(_ controller: ShakeController, context: Context) {
        controller.action = action
    }
}

/// The controller that receives shakes.
final class ShakeController: UIViewController {
    var action: () -> Void = {}

    override var canBecomeFirstResponder: Bool { true }

    override func viewDidAppear(_ animated: Bool) {
        super.viewDidAppear(animated)
        becomeFirstResponder()
    }

    override func motionEnded(_ motion: UIEvent.EventSubtype, with event: UIEvent?) {
        if motion == .motionShake { action() } else { super.motionEnded(motion, with: event) }
    }
}
#endif
