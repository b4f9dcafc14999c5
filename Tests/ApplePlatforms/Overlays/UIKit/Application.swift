// Only on ios, tvos, watchos, visionos.
import CoreGraphics
import Foundation

// Classes for all of these platforms.

open class UIImage: NSObject, @unchecked Sendable {
    public init?(data: Data) {}
    public init?(named name: String) {}
    @available(iOS 13, tvOS 13, watchOS 6, *)
    public init?(systemName name: String) {}
    public init(cgImage: CGImage) {}
    open var size: CGSize { .zero }
    open var cgImage: CGImage? { nil }
    open func pngData() -> Data? { nil }
}
open class UIColor: NSObject, @unchecked Sendable {
    public init(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {}
    open class var black: UIColor { fatalError() }
    open class var white: UIColor { fatalError() }
    open class var clear: UIColor { fatalError() }
    open class var red: UIColor { fatalError() }
    #if !os(watchOS) && !os(tvOS)
    @available(iOS 13, *)
    open class var systemBackground: UIColor { fatalError() }
    @available(iOS 13, *)
    open class var secondarySystemBackground: UIColor { fatalError() }
    #endif
}

// watchOS has a part of UIKit without an application or views.
#if !os(watchOS)
@MainActor
open class UIResponder: NSObject {
    @available(tvOS, unavailable)
    public nonisolated class var keyboardDidHideNotification: Notification.Name { fatalError() }
    override public init() {}
    open var next: UIResponder? { nil }
    open var canBecomeFirstResponder: Bool { false }
    open var isFirstResponder: Bool { false }
    @discardableResult open func becomeFirstResponder() -> Bool { false }
    @discardableResult open func resignFirstResponder() -> Bool { false }
    open func motionBegan(_ motion: UIEvent.EventSubtype, with event: UIEvent?) {}
    open func motionEnded(_ motion: UIEvent.EventSubtype, with event: UIEvent?) {}
    open func motionCancelled(_ motion: UIEvent.EventSubtype, with event: UIEvent?) {}
}
@MainActor
open class UIEvent: NSObject {
    public enum EventSubtype: Int, Sendable { case none = 0, motionShake = 1 }
    public enum EventType: Int, Sendable { case touches = 0, motion = 1 }
    open var type: EventType { .touches }
    open var subtype: EventSubtype { .none }
}

@MainActor
open class UIApplication: UIResponder {
    public struct OpenExternalURLOptionsKey: RawRepresentable, Hashable, Sendable {
        public let rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }
        public static let universalLinksOnly = OpenExternalURLOptionsKey(rawValue: "")
    }
    public struct LaunchOptionsKey: RawRepresentable, Hashable, Sendable {
        public let rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }
    }
    public enum State: Int, Sendable { case active, inactive, background }
    @available(iOSApplicationExtension, unavailable)
    @available(tvOSApplicationExtension, unavailable)
    @available(visionOSApplicationExtension, unavailable)
    open class var shared: UIApplication { fatalError() }
    open var connectedScenes: Set<UIScene> { [] }
    open var applicationState: State { .active }
    @available(iOSApplicationExtension, unavailable)
    @available(tvOSApplicationExtension, unavailable)
    @available(visionOSApplicationExtension, unavailable)
    open func open(
        _ url: URL,
        options: [OpenExternalURLOptionsKey: Any] = [:],
        completionHandler completion: (@MainActor @Sendable (Bool) -> Void)? = nil
    ) {}
    open func canOpenURL(_ url: URL) -> Bool { false }
    public nonisolated static let openSettingsURLString = ""
    public nonisolated static let didBecomeActiveNotification = Notification.Name("")
    public nonisolated static let willResignActiveNotification = Notification.Name("")
    public nonisolated static let didEnterBackgroundNotification = Notification.Name("")
    public nonisolated static let willEnterForegroundNotification = Notification.Name("")
    public nonisolated static let willTerminateNotification = Notification.Name("")
}
@MainActor
public protocol UIApplicationDelegate: NSObjectProtocol {
    func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool
    func application(
        _ application: UIApplication,
        didReceiveRemoteNotification userInfo: [AnyHashable: Any]
    ) async -> UIBackgroundFetchResult
}
extension UIApplicationDelegate {
    public func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool { true }
    public func application(
        _ application: UIApplication,
        didReceiveRemoteNotification userInfo: [AnyHashable: Any]
    ) async -> UIBackgroundFetchResult { .noData }
}
public enum UIBackgroundFetchResult: UInt, Sendable { case newData, noData, failed }

@MainActor
open class UIScene: UIResponder {
    public enum ActivationState: Int, Sendable {
        case unattached = -1, foregroundActive, foregroundInactive, background
    }
    open var activationState: ActivationState { .unattached }
    public nonisolated static let didActivateNotification = Notification.Name("")
    public nonisolated static let willDeactivateNotification = Notification.Name("")
    public nonisolated static let willEnterForegroundNotification = Notification.Name("")
    public nonisolated static let didEnterBackgroundNotification = Notification.Name("")
    public final class ConnectionOptions: NSObject {}
}
open class UIWindowScene: UIScene {
    open var windows: [UIWindow] { [] }
    @available(iOS 15, tvOS 15, *)
    open var keyWindow: UIWindow? { nil }
}
@MainActor
public protocol UISceneDelegate: NSObjectProtocol {
    func scene(_ scene: UIScene, willConnectTo session: UISceneSession, options: UIScene.ConnectionOptions)
}
@MainActor
public protocol UIWindowSceneDelegate: UISceneDelegate {
    var window: UIWindow? { get set }
}
extension UIWindowSceneDelegate {
    public var window: UIWindow? {
        get { nil }
        set {}
    }
}
@MainActor
open class UISceneSession: NSObject {}

@MainActor
open class UIDevice: NSObject {
    open class var current: UIDevice { fatalError() }
    open var name: String { "" }
    open var model: String { "" }
    open var systemName: String { "" }
    open var systemVersion: String { "" }
    open var identifierForVendor: UUID? { nil }
    open var userInterfaceIdiom: UIUserInterfaceIdiom { .phone }
}
public enum UIUserInterfaceIdiom: Int, Sendable {
    case unspecified = -1, phone, pad, tv, carPlay
    @available(iOS 14, tvOS 14, *)
    case mac = 5
    @available(iOS 17, tvOS 17, *)
    case vision
}
#if !os(tvOS)
@MainActor
open class UIPasteboard: NSObject {
    open class var general: UIPasteboard { fatalError() }
    open var string: String?
    open var url: URL?
    open var image: UIImage?
    open var hasStrings: Bool { false }
}
#endif
public enum UIKeyboardType: Int, Sendable {
    case `default`, asciiCapable, numbersAndPunctuation, URL, numberPad, phonePad, namePhonePad, emailAddress,
        decimalPad
}

@MainActor
public enum UIAccessibility {
    public struct Notification: Hashable, Sendable {
        public static let announcement = Notification()
        public static let screenChanged = Notification()
        public static let layoutChanged = Notification()
    }
    public static func post(notification: Notification, argument: Any?) {}
    public static var isVoiceOverRunning: Bool { false }
}
#endif
