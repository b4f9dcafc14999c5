#if !os(watchOS)
import CoreGraphics
import Foundation

@MainActor
open class UIView: UIResponder {
    override public convenience init() { self.init(frame: .zero) }
    public init(frame: CGRect) {}
    public required init?(coder: NSCoder) {}
    public struct AutoresizingMask: OptionSet, Sendable {
        public let rawValue: UInt
        public init(rawValue: UInt) { self.rawValue = rawValue }
        public static let flexibleWidth = AutoresizingMask(rawValue: 2)
        public static let flexibleHeight = AutoresizingMask(rawValue: 16)
    }
    open var frame: CGRect = .zero
    open var bounds: CGRect = .zero
    open var alpha: CGFloat = 1
    open var isHidden = false
    open var isUserInteractionEnabled = true
    open var backgroundColor: UIColor?
    open var autoresizingMask: AutoresizingMask = []
    open var translatesAutoresizingMaskIntoConstraints = true
    open var accessibilityViewIsModal = false
    open var accessibilityElementsHidden = false
    open var window: UIWindow? { nil }
    open var superview: UIView? { nil }
    open var subviews: [UIView] { [] }
    @discardableResult open func endEditing(_ force: Bool) -> Bool { false }
    open func addSubview(_ view: UIView) {}
    open func removeFromSuperview() {}
    open func bringSubviewToFront(_ view: UIView) {}
    open func hitTest(_ point: CGPoint, with event: UIEvent?) -> UIView? { nil }
    open var topAnchor: NSLayoutYAxisAnchor { fatalError() }
    open var bottomAnchor: NSLayoutYAxisAnchor { fatalError() }
    open var leadingAnchor: NSLayoutXAxisAnchor { fatalError() }
    open var trailingAnchor: NSLayoutXAxisAnchor { fatalError() }
}
@MainActor
open class NSLayoutAnchor<AnchorType: AnyObject>: NSObject {
    open func constraint(equalTo anchor: NSLayoutAnchor<AnchorType>) -> NSLayoutConstraint { fatalError() }
}
open class NSLayoutXAxisAnchor: NSLayoutAnchor<NSLayoutXAxisAnchor> {}
open class NSLayoutYAxisAnchor: NSLayoutAnchor<NSLayoutYAxisAnchor> {}
@MainActor
open class NSLayoutConstraint: NSObject {
    open class func activate(_ constraints: [NSLayoutConstraint]) {}
    open var isActive = false
}

@MainActor
open class UIWindow: UIView {
    public struct Level: RawRepresentable, Hashable, Sendable {
        public let rawValue: CGFloat
        public init(rawValue: CGFloat) { self.rawValue = rawValue }
        public init(_ rawValue: CGFloat) { self.rawValue = rawValue }
        public static let normal = Level(0)
        public static let alert = Level(2000)
        public static func + (one: Level, other: CGFloat) -> Level { one }
    }
    public init(windowScene: UIWindowScene) { super.init(frame: .zero) }
    override public init(frame: CGRect) { super.init(frame: frame) }
    public required init?(coder: NSCoder) { super.init(coder: coder) }
    open weak var windowScene: UIWindowScene?
    open var rootViewController: UIViewController?
    open var windowLevel: Level = .normal
    open var isKeyWindow: Bool { false }
    open func makeKeyAndVisible() {}
    open func makeKey() {}
}

@MainActor
public enum UIModalPresentationStyle: Int, Sendable {
    case automatic = -2, none = -1, fullScreen = 0
    @available(tvOS, unavailable)
    case pageSheet = 1
    @available(tvOS 26, *)
    case formSheet = 2
    case currentContext = 3, custom, overFullScreen, overCurrentContext
    @available(tvOS, unavailable)
    case popover = 7
}
@MainActor
open class UIViewController: UIResponder {
    override public convenience init() { self.init(nibName: nil, bundle: nil) }
    public init(nibName: String?, bundle: Bundle?) {}
    public required init?(coder: NSCoder) {}
    open var view: UIView! = nil
    open var title: String?
    open var isModalInPresentation = false
    open var modalPresentationStyle: UIModalPresentationStyle = .automatic
    open var presentedViewController: UIViewController? { nil }
    open var presentingViewController: UIViewController? { nil }
    open var parent: UIViewController? { nil }
    open var children: [UIViewController] { [] }
    open var traitCollection: UITraitCollection { fatalError() }
    open var isBeingDismissed: Bool { false }
    open func viewDidLoad() {}
    open func viewWillAppear(_ animated: Bool) {}
    open func viewDidAppear(_ animated: Bool) {}
    open func viewWillDisappear(_ animated: Bool) {}
    open func viewDidDisappear(_ animated: Bool) {}
    open func present(_ controller: UIViewController, animated: Bool, completion: (() -> Void)? = nil) {}
    open func dismiss(animated: Bool, completion: (() -> Void)? = nil) {}
    open func addChild(_ child: UIViewController) {}
    open func willMove(toParent parent: UIViewController?) {}
    open func didMove(toParent parent: UIViewController?) {}
    open func removeFromParent() {}
}
open class UINavigationController: UIViewController {
    public init(rootViewController: UIViewController) { super.init(nibName: nil, bundle: nil) }
    public required init?(coder: NSCoder) { super.init(coder: coder) }
    open func pushViewController(_ controller: UIViewController, animated: Bool) {}
}
open class UITextField: UIView {
    public nonisolated class var textDidBeginEditingNotification: Notification.Name { fatalError() }
    public nonisolated class var textDidEndEditingNotification: Notification.Name { fatalError() }
}
open class UITextView: UIView {
    public nonisolated class var textDidBeginEditingNotification: Notification.Name { fatalError() }
    public nonisolated class var textDidEndEditingNotification: Notification.Name { fatalError() }
}
@MainActor
open class UITraitCollection: NSObject {}
#endif
