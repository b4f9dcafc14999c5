#if OVERRIDES && os(iOS)
import UIKit

/// Presents the debug menu over everything that the app shows.
///
/// A sheet of SwiftUI can't be used for this, because a view can't present it while the app shows another one.
@MainActor
final class MenuPresenter {
    /// The menu, while it is shown.
    private weak var menu: UIViewController?

    /// Presents the menu, unless it is already shown or a sheet is just being closed.
    ///
    /// - Parameters:
    ///   - window: A window in the scene in which the menu is presented.
    ///   - makeMenu: Creates the menu.
    func present(over window: UIWindow?, _ makeMenu: () -> UIViewController) {
        guard menu?.presentingViewController == nil, let top = Self.topmost(in: window), !top.isBeingDismissed else {
            return
        }
        let menu = makeMenu()
        self.menu = menu
        top.present(menu, animated: true)
    }

    /// Returns the view controller that isn't covered by another one.
    private static func topmost(in window: UIWindow?) -> UIViewController? {
        // The app may show another window over this one.
        var top = (window?.windowScene?.keyWindow ?? window)?.rootViewController
        while let next = top?.presentedViewController { top = next }
        return top
    }
}
#endif
