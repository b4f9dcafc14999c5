import Combine
import Foundation
import Observation

@available(macOS 10.15, iOS 13, tvOS 13, watchOS 6, *)
public protocol EnvironmentKey {
    associatedtype Value
    static var defaultValue: Value { get }
}

public struct EnvironmentValues: CustomStringConvertible {
    public init() {}
    public subscript<K: EnvironmentKey>(key: K.Type) -> K.Value {
        get { fatalError() }
        set {}
    }
    public var description: String { "" }
}
@available(*, unavailable)
extension EnvironmentValues: Sendable {}

@propertyWrapper
public struct Environment<Value>: DynamicProperty {
    public init(_ keyPath: KeyPath<EnvironmentValues, Value>) {}
    public var wrappedValue: Value { fatalError() }
}
extension Environment: Sendable where Value: Sendable {}
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
extension Environment {
    public init(_ objectType: Value.Type) where Value: AnyObject & Observable {}
    public init<T: AnyObject & Observable>(_ objectType: T.Type) where Value == T? {}
}

extension View {
    nonisolated public func environment<V>(_ keyPath: WritableKeyPath<EnvironmentValues, V>, _ value: V) -> some View { self }
    nonisolated public func transformEnvironment<V>(
        _ keyPath: WritableKeyPath<EnvironmentValues, V>,
        transform: @escaping (inout V) -> Void
    ) -> some View { self }
    nonisolated public func environmentObject<T: ObservableObject>(_ object: T) -> some View { self }
    @available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
    nonisolated public func environment<T: AnyObject & Observable>(_ object: T?) -> some View { self }
}

extension EnvironmentValues {
    public var isEnabled: Bool {
        get { false }
        set {}
    }
    public var locale: Locale {
        get { fatalError() }
        set {}
    }
    public var layoutDirection: LayoutDirection {
        get { .leftToRight }
        set {}
    }
    public var colorScheme: ColorScheme {
        get { .light }
        set {}
    }
    public var font: Font? {
        get { nil }
        set {}
    }
    public var lineLimit: Int? {
        get { nil }
        set {}
    }
    public var accessibilityReduceMotion: Bool { false }
    public var accessibilityDifferentiateWithoutColor: Bool { false }
    @available(macOS 12, iOS 15, tvOS 15, watchOS 8, *)
    public var accessibilityVoiceOverEnabled: Bool { false }
    @available(macOS, unavailable)
    @available(tvOS, unavailable)
    @available(watchOS, unavailable)
    @available(iOS 13, *)
    public var horizontalSizeClass: UserInterfaceSizeClass? {
        get { nil }
        set {}
    }
    @available(macOS, unavailable)
    @available(tvOS, unavailable)
    @available(watchOS, unavailable)
    @available(iOS 13, *)
    public var verticalSizeClass: UserInterfaceSizeClass? {
        get { nil }
        set {}
    }
    @available(iOS, introduced: 13, deprecated: 100000, message: "Use dismiss")
    @available(macOS, introduced: 10.15, deprecated: 100000, message: "Use dismiss")
    public var presentationMode: Binding<PresentationMode> { fatalError() }
}
@available(macOS 11, iOS 14, tvOS 14, watchOS 7, *)
extension EnvironmentValues {
    public var openURL: OpenURLAction {
        get { fatalError() }
        set {}
    }
    public var scenePhase: ScenePhase {
        get { .active }
        set {}
    }
}
@available(macOS 12, iOS 15, tvOS 15, watchOS 8, *)
extension EnvironmentValues {
    public var dismiss: DismissAction { fatalError() }
    public var isPresented: Bool { false }
    public var dismissSearch: DismissSearchAction { fatalError() }
    public var isSearching: Bool { false }
    public var dynamicTypeSize: DynamicTypeSize {
        get { .large }
        set {}
    }
    public var refresh: RefreshAction? { nil }
}
@available(macOS 13, iOS 16, *)
@available(tvOS, unavailable)
@available(watchOS, unavailable)
extension EnvironmentValues {
    public var openWindow: OpenWindowAction { fatalError() }
}
@available(iOS 13, tvOS 13, *)
@available(macOS, unavailable)
@available(watchOS, unavailable)
extension EnvironmentValues {
    public var editMode: Binding<EditMode>? {
        get { nil }
        set {}
    }
}

public enum LayoutDirection: Hashable, Sendable { case leftToRight, rightToLeft }
public enum ColorScheme: CaseIterable, Sendable { case light, dark }
public enum UserInterfaceSizeClass: Sendable { case compact, regular }
@available(macOS 11, iOS 14, tvOS 14, watchOS 7, *)
public enum ScenePhase: Comparable, Sendable { case background, inactive, active }
@available(iOS 13, tvOS 13, *)
@available(macOS, unavailable)
@available(watchOS, unavailable)
public enum EditMode: Sendable {
    case inactive, transient, active
    public var isEditing: Bool { false }
}
public struct PresentationMode {
    public var isPresented: Bool { false }
    public mutating func dismiss() {}
}

@available(macOS 12, iOS 15, tvOS 15, watchOS 8, *)
public enum DynamicTypeSize: Hashable, Comparable, CaseIterable, Sendable {
    case xSmall, small, medium, large, xLarge, xxLarge, xxxLarge
    case accessibility1, accessibility2, accessibility3, accessibility4, accessibility5
    public var isAccessibilitySize: Bool { false }
}
@available(macOS 12, iOS 15, tvOS 15, watchOS 8, *)
extension View {
    nonisolated public func dynamicTypeSize(_ size: DynamicTypeSize) -> some View { self }
    nonisolated public func dynamicTypeSize(_ range: some RangeExpression<DynamicTypeSize>) -> some View { self }
}

@available(macOS 11, iOS 14, tvOS 14, watchOS 7, *)
@MainActor
@preconcurrency
public struct OpenURLAction {
    public struct Result: Sendable {
        public static let handled = Result()
        public static let discarded = Result()
        public static let systemAction = Result()
    }
    @available(macOS 12, iOS 15, tvOS 15, watchOS 8, *)
    public init(handler: @escaping @MainActor (URL) -> Result) {}
    public func callAsFunction(_ url: URL) {}
    @available(watchOS, unavailable)
    public func callAsFunction(_ url: URL, completion: @escaping (_ accepted: Bool) -> Void) {}
}

@available(macOS 12, iOS 15, tvOS 15, watchOS 8, *)
@MainActor
@preconcurrency
public struct DismissAction {
    public func callAsFunction() {}
}
@available(macOS 12, iOS 15, tvOS 15, watchOS 8, *)
@MainActor
@preconcurrency
public struct DismissSearchAction {
    public func callAsFunction() {}
}
@available(macOS 12, iOS 15, tvOS 15, watchOS 8, *)
public struct RefreshAction: Sendable {
    public func callAsFunction() async {}
}
@available(macOS 13, iOS 16, *)
@available(tvOS, unavailable)
@available(watchOS, unavailable)
@MainActor
@preconcurrency
public struct OpenWindowAction {
    public func callAsFunction(id: String) {}
    public func callAsFunction<D: Codable & Hashable>(value: D) {}
    public func callAsFunction<D: Codable & Hashable>(id: String, value: D) {}
}
