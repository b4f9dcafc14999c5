import FeatureToggles

#if canImport(Darwin)
import Foundation
#endif
#if canImport(UIKit) && !os(watchOS)
import UIKit
#endif

/// The notifications with which a system reports that an app enters the foreground or the background.
///
/// They are about the app as a whole, so several windows or scenes don't matter.
struct AppLifecycle: Sendable {
    /// The name of the notification before the app enters the foreground.
    var willEnterForeground: String
    /// The name of the notification after the app has entered the background.
    var didEnterBackground: String
    /// Calls a closure for each notification with a name, until the observation is released.
    var observe: @Sendable (_ name: String, _ handler: @escaping @Sendable () -> Void) -> ChangeObservation

    /// Calls a closure whenever the app enters the foreground or the background, until the observations are released.
    ///
    /// - Parameter handler: The closure, which runs on the thread that posts the notification.
    /// - Returns: The observations.
    func follow(_ handler: @escaping @Sendable (_ isInForeground: Bool) -> Void) -> [ChangeObservation] {
        [observe(willEnterForeground) { handler(true) }, observe(didEnterBackground) { handler(false) }]
    }

    /// The notifications of this system; `nil` where an app in the background keeps running, as on macOS and Linux.
    static var system: AppLifecycle? {
        #if os(watchOS)
        // Not the constants, which can be used on the main actor only.
        AppLifecycle(
            willEnterForeground: "WKApplicationWillEnterForegroundNotification",
            didEnterBackground: "WKApplicationDidEnterBackgroundNotification",
            observe: { observe($0, $1) }
        )
        #elseif canImport(UIKit)
        // Not the state of `UIApplication.shared`, which extensions can't use.
        AppLifecycle(
            willEnterForeground: UIApplication.willEnterForegroundNotification.rawValue,
            didEnterBackground: UIApplication.didEnterBackgroundNotification.rawValue,
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
