// The views and controllers of UIKit and AppKit.

import Foundation

#if canImport(UIKit) && !os(watchOS)
public import UIKit

open class UIHostingController<Content: View>: UIViewController {
    public init(rootView: Content) { super.init(nibName: nil, bundle: nil) }
    public required init?(coder: NSCoder) { super.init(coder: coder) }
    @available(iOS 16, tvOS 16, *)
    public var sizingOptions: UIHostingControllerSizingOptions {
        get { [] }
        set {}
    }
    public var rootView: Content {
        get { fatalError() }
        set {}
    }
}
@available(iOS 16, tvOS 16, *)
public struct UIHostingControllerSizingOptions: OptionSet, Sendable {
    public let rawValue: Int
    public init(rawValue: Int) { self.rawValue = rawValue }
    public static let preferredContentSize = UIHostingControllerSizingOptions(rawValue: 1)
}

@MainActor
@preconcurrency
public protocol UIViewControllerRepresentable: View where Body == Never {
    associatedtype UIViewControllerType: UIViewController
    associatedtype Coordinator = Void
    typealias Context = UIViewControllerRepresentableContext<Self>
    func makeUIViewController(context: Context) -> UIViewControllerType
    func updateUIViewController(_ uiViewController: UIViewControllerType, context: Context)
    func makeCoordinator() -> Coordinator
}
extension UIViewControllerRepresentable where Coordinator == Void {
    public func makeCoordinator() {}
}
@MainActor
@preconcurrency
public struct UIViewControllerRepresentableContext<Representable: UIViewControllerRepresentable> {
    public let coordinator: Representable.Coordinator
    public var environment: EnvironmentValues { EnvironmentValues() }
}
@MainActor
@preconcurrency
public protocol UIViewRepresentable: View where Body == Never {
    associatedtype UIViewType: UIView
    associatedtype Coordinator = Void
    typealias Context = UIViewRepresentableContext<Self>
    func makeUIView(context: Context) -> UIViewType
    func updateUIView(_ uiView: UIViewType, context: Context)
    func makeCoordinator() -> Coordinator
}
extension UIViewRepresentable where Coordinator == Void {
    public func makeCoordinator() {}
}
@MainActor
@preconcurrency
public struct UIViewRepresentableContext<Representable: UIViewRepresentable> {
    public let coordinator: Representable.Coordinator
    public var environment: EnvironmentValues { EnvironmentValues() }
}

@available(iOS 14, tvOS 14, *)
@propertyWrapper
public struct UIApplicationDelegateAdaptor<DelegateType: NSObject & UIApplicationDelegate>: DynamicProperty {
    @MainActor public init(_ delegateType: DelegateType.Type = DelegateType.self) {}
    @MainActor public var wrappedValue: DelegateType { fatalError() }
}

extension View {
    @available(iOS 13, tvOS 13, *)
    nonisolated public func keyboardType(_ type: UIKeyboardType) -> some View { self }
}
#endif

#if os(macOS)
public import AppKit

open class NSHostingController<Content: View>: NSViewController {
    public init(rootView: Content) { super.init() }
    public var rootView: Content {
        get { fatalError() }
        set {}
    }
}
open class NSHostingView<Content: View>: NSView {
    public init(rootView: Content) { super.init() }
    public var rootView: Content {
        get { fatalError() }
        set {}
    }
}
@MainActor
@preconcurrency
public protocol NSViewRepresentable: View where Body == Never {
    associatedtype NSViewType: NSView
    associatedtype Coordinator = Void
    typealias Context = NSViewRepresentableContext<Self>
    func makeNSView(context: Context) -> NSViewType
    func updateNSView(_ nsView: NSViewType, context: Context)
    func makeCoordinator() -> Coordinator
}
extension NSViewRepresentable where Coordinator == Void {
    public func makeCoordinator() {}
}
@MainActor
@preconcurrency
public struct NSViewRepresentableContext<Representable: NSViewRepresentable> {
    public let coordinator: Representable.Coordinator
    public var environment: EnvironmentValues { EnvironmentValues() }
}
@propertyWrapper
public struct NSApplicationDelegateAdaptor<DelegateType: NSObject & NSApplicationDelegate>: DynamicProperty {
    @MainActor public init(_ delegateType: DelegateType.Type = DelegateType.self) {}
    @MainActor public var wrappedValue: DelegateType { fatalError() }
}
#endif
