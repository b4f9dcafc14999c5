import Combine
import Foundation

@available(macOS 11, iOS 14, tvOS 14, watchOS 7, *)
@MainActor
@preconcurrency
public protocol App {
    associatedtype Body: Scene
    @SceneBuilder @MainActor @preconcurrency var body: Body { get }
    @MainActor @preconcurrency init()
}
@available(macOS 11, iOS 14, tvOS 14, watchOS 7, *)
extension App {
    @MainActor @preconcurrency public static func main() {}
}

@available(macOS 11, iOS 14, tvOS 14, watchOS 7, *)
@MainActor
@preconcurrency
public protocol Scene {
    associatedtype Body: Scene
    @SceneBuilder @MainActor @preconcurrency var body: Body { get }
}
@available(macOS 11, iOS 14, tvOS 14, watchOS 7, *)
extension Scene where Body == Never {
    public var body: Never { fatalError() }
}
@available(macOS 11, iOS 14, tvOS 14, watchOS 7, *)
extension Never: Scene {}

@available(macOS 11, iOS 14, tvOS 14, watchOS 7, *)
@resultBuilder
public struct SceneBuilder {
    public static func buildExpression<Content: Scene>(_ content: Content) -> Content { content }
    public static func buildBlock<Content: Scene>(_ content: Content) -> Content { content }
    public static func buildBlock<First: Scene, Second: Scene>(_ first: First, _ second: Second) -> some Scene { first }
    public static func buildBlock<First: Scene, Second: Scene, Third: Scene>(
        _ first: First,
        _ second: Second,
        _ third: Third
    ) -> some Scene { first }
}

@available(macOS 11, iOS 14, tvOS 14, watchOS 7, *)
public struct WindowGroup<Content: View>: Scene {
    public typealias Body = Never
    @available(macOS, deprecated: 15)
    @available(iOS, deprecated: 18)
    @available(tvOS, deprecated: 18)
    @available(watchOS, deprecated: 11)
    @available(visionOS, deprecated: 2)
    nonisolated public init(@ViewBuilder content: () -> Content) {}
    nonisolated public init(_ title: LocalizedStringKey, @ViewBuilder content: () -> Content) {}
    nonisolated public init(_ title: LocalizedStringKey, id: String, @ViewBuilder content: () -> Content) {}
    nonisolated public init(id: String, @ViewBuilder content: () -> Content) {}
}

@available(macOS 13, *)
@available(iOS, unavailable)
@available(tvOS, unavailable)
@available(watchOS, unavailable)
@available(visionOS, introduced: 26)
public struct Window<Content: View>: Scene {
    public typealias Body = Never
    nonisolated public init(_ title: LocalizedStringKey, id: String, @ViewBuilder content: () -> Content) {}
    nonisolated public init(_ title: Text, id: String, @ViewBuilder content: () -> Content) {}
}

@available(macOS 11, *)
@available(iOS, unavailable)
@available(tvOS, unavailable)
@available(watchOS, unavailable)
@available(visionOS, unavailable)
public struct Settings<Content: View>: Scene {
    public typealias Body = Never
    nonisolated public init(@ViewBuilder content: () -> Content) {}
}

@available(macOS 11, iOS 14, *)
@available(tvOS, unavailable)
@available(watchOS, unavailable)
@MainActor
@preconcurrency
public protocol Commands {
    associatedtype Body: Commands
    @CommandsBuilder @MainActor @preconcurrency var body: Body { get }
}
@available(macOS 11, iOS 14, *)
@available(tvOS, unavailable)
@available(watchOS, unavailable)
extension Commands where Body == Never {
    public var body: Never { fatalError() }
}
@available(macOS 11, iOS 14, *)
@available(tvOS, unavailable)
@available(watchOS, unavailable)
extension Never: Commands {}

@available(macOS 11, iOS 14, *)
@available(tvOS, unavailable)
@available(watchOS, unavailable)
@resultBuilder
public struct CommandsBuilder {
    public static func buildExpression<Content: Commands>(_ content: Content) -> Content { content }
    public static func buildBlock<Content: Commands>(_ content: Content) -> Content { content }
    public static func buildBlock<First: Commands, Second: Commands>(
        _ first: First,
        _ second: Second
    ) -> some Commands { first }
}

@available(macOS 11, iOS 14, *)
@available(tvOS, unavailable)
@available(watchOS, unavailable)
public struct CommandMenu<Content: View>: Commands {
    public typealias Body = Never
    nonisolated public init(_ name: LocalizedStringKey, @ViewBuilder content: () -> Content) {}
}

@available(macOS 11, iOS 14, *)
@available(tvOS, unavailable)
@available(watchOS, unavailable)
public struct CommandGroup<Content: View>: Commands {
    public typealias Body = Never
    nonisolated public init(before group: CommandGroupPlacement, @ViewBuilder addition: () -> Content) {}
    nonisolated public init(after group: CommandGroupPlacement, @ViewBuilder addition: () -> Content) {}
    nonisolated public init(replacing group: CommandGroupPlacement, @ViewBuilder addition: () -> Content) {}
}

@available(macOS 11, iOS 14, *)
@available(tvOS, unavailable)
@available(watchOS, unavailable)
public struct CommandGroupPlacement: Sendable {
    public static let appInfo = CommandGroupPlacement()
    public static let appSettings = CommandGroupPlacement()
    public static let newItem = CommandGroupPlacement()
    public static let saveItem = CommandGroupPlacement()
    public static let toolbar = CommandGroupPlacement()
    public static let windowList = CommandGroupPlacement()
    public static let help = CommandGroupPlacement()
}

@available(macOS 11, iOS 14, *)
@available(tvOS, unavailable)
@available(watchOS, unavailable)
extension Scene {
    public func commands<Content: Commands>(@CommandsBuilder content: () -> Content) -> some Scene { self }
}
@available(macOS 13, *)
@available(iOS, unavailable)
@available(tvOS, unavailable)
@available(watchOS, unavailable)
@available(visionOS, unavailable)
extension Scene {
    public func defaultSize(width: CGFloat, height: CGFloat) -> some Scene { self }
    public func keyboardShortcut(_ shortcut: KeyboardShortcut?) -> some Scene { self }
    public func keyboardShortcut(_ key: KeyEquivalent, modifiers: EventModifiers = .command) -> some Scene { self }
}
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
extension Scene {
    public func onChange<V: Equatable>(of value: V, initial: Bool = false, _ action: @escaping () -> Void) -> some Scene
    {
        self
    }
}
@available(macOS 11, iOS 14, tvOS 14, watchOS 7, *)
extension Scene {
    @available(iOS, deprecated: 17)
    @available(macOS, deprecated: 14)
    @available(tvOS, deprecated: 17)
    @available(watchOS, deprecated: 10)
    @available(visionOS, deprecated: 1)
    public func onChange<V: Equatable>(of value: V, perform action: @escaping (_ newValue: V) -> Void) -> some Scene {
        self
    }
}
