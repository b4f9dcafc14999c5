import CToggleAtomics
import FeatureToggles

#if canImport(Darwin)
import Foundation
#endif
#if canImport(UIKit) && !os(watchOS)
import UIKit
#endif

/// The notifications with which a system reports that an app enters the foreground or the background, or ends.
///
/// They are about the app as a whole, so several windows or scenes don't matter.
struct AppLifecycle: Sendable {
    /// A change of an app's state.
    enum Change: Sendable {
        case entersForeground
        /// The app is in the foreground, which may be a launch.
        case isActive
        case enteredBackground
        /// The user or the system ends the app.
        case ends
    }

    /// The names of the notifications.
    var names: [(name: String, change: Change)]
    /// Returns whether the app may have been launched in the background, where the system ends it without a
    /// notification.
    var mayBeInBackground: @Sendable () -> Bool = { false }
    /// Calls a closure for each notification with a name, until the observation is released.
    var observe: @Sendable (_ name: String, _ handler: @escaping @Sendable () -> Void) -> ChangeObservation

    /// Calls a closure for each change, until the observations are released.
    ///
    /// - Parameter handler: The closure, which runs on the thread that posts the notification.
    /// - Returns: The observations.
    func follow(_ handler: @escaping @Sendable (Change) -> Void) -> [ChangeObservation] {
        names.map { name, change in observe(name) { handler(change) } }
    }

    /// The notifications of this system; `nil` where an app in the background keeps running, as on macOS and Linux.
    static var system: AppLifecycle? {
        #if os(watchOS)
        // Not the constants, which can be used on the main actor only. An app has no notification of its end.
        AppLifecycle(
            names: [
                ("WKApplicationWillEnterForegroundNotification", .entersForeground),
                ("WKApplicationDidBecomeActiveNotification", .isActive),
                ("WKApplicationDidEnterBackgroundNotification", .enteredBackground),
            ],
            mayBeInBackground: { true },
            observe: { observe($0, $1) }
        )
        #elseif canImport(UIKit)
        // Not the state of `UIApplication.shared`, which extensions can't use.
        AppLifecycle(
            names: [
                (UIApplication.willEnterForegroundNotification.rawValue, .entersForeground),
                (UIApplication.didBecomeActiveNotification.rawValue, .isActive),
                (UIApplication.didEnterBackgroundNotification.rawValue, .enteredBackground),
                (UIApplication.willTerminateNotification.rawValue, .ends),
            ],
            mayBeInBackground: {
                #if os(tvOS)
                true
                #else
                ct_is_in_background()
                #endif
            },
            observe: { observe($0, $1) }
        )
        #else
        nil
        #endif
    }

    #if canImport(Darwin)
    private static func observe(_ name: String, _ handler: @escaping @Sendable () -> Void) -> ChangeObservation {
        let center = NotificationCenter.default
        // Unsafe: its type is not Sendable, but it's only passed back to the center, which any thread may call.
        nonisolated(unsafe) let observer = center.addObserver(
            forName: Notification.Name(name),
            object: nil,
            queue: nil
        ) { _ in handler() }
        return ChangeObservation { center.removeObserver(observer) }
    }
    #endif
}
