import Combine
import Foundation

extension View {
    nonisolated public func onAppear(perform action: (() -> Void)? = nil) -> some View { self }
    nonisolated public func onDisappear(perform action: (() -> Void)? = nil) -> some View { self }
    @available(macOS 12, iOS 15, tvOS 15, watchOS 8, *)
    nonisolated public func task(
        priority: TaskPriority = .userInitiated,
        @_inheritActorContext _ action: @escaping @Sendable () async -> Void
    ) -> some View { self }
    @available(macOS 12, iOS 15, tvOS 15, watchOS 8, *)
    nonisolated public func task<T: Equatable>(
        id value: T,
        priority: TaskPriority = .userInitiated,
        @_inheritActorContext _ action: @escaping @Sendable () async -> Void
    ) -> some View { self }
    @available(macOS 12, iOS 15, tvOS 15, watchOS 8, *)
    nonisolated public func refreshable(action: @escaping @Sendable () async -> Void) -> some View { self }
    @available(iOS, introduced: 14, deprecated: 17)
    @available(macOS, introduced: 11, deprecated: 14)
    @available(tvOS, introduced: 14, deprecated: 17)
    @available(watchOS, introduced: 7, deprecated: 10)
    @available(visionOS, introduced: 1, deprecated: 1)
    nonisolated public func onChange<V: Equatable>(of value: V, perform action: @escaping (_ newValue: V) -> Void) -> some View {
        self
    }
    @available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
    nonisolated public func onChange<V: Equatable>(
        of value: V,
        initial: Bool = false,
        _ action: @escaping (_ oldValue: V, _ newValue: V) -> Void
    ) -> some View { self }
    @available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
    nonisolated public func onChange<V: Equatable>(of value: V, initial: Bool = false, _ action: @escaping () -> Void) -> some View
    {
        self
    }
    @available(tvOS 16, *)
    nonisolated public func onTapGesture(count: Int = 1, perform action: @escaping () -> Void) -> some View { self }
    @available(macOS 10.15, iOS 13, tvOS 14, watchOS 6, *)
    nonisolated public func onLongPressGesture(
        minimumDuration: Double = 0.5,
        perform action: @escaping () -> Void,
        onPressingChanged: ((Bool) -> Void)? = nil
    ) -> some View { self }
    @available(macOS 11, iOS 14, tvOS 14, watchOS 7, *)
    nonisolated public func onOpenURL(perform action: @escaping (URL) -> Void) -> some View { self }
    nonisolated public func onReceive<P: Publisher>(
        _ publisher: P,
        perform action: @escaping (P.Output) -> Void
    ) -> some View where P.Failure == Never { self }
    @available(macOS 10.15, *)
    @available(iOS, unavailable)
    @available(tvOS 13, *)
    @available(watchOS, unavailable)
    @available(visionOS, unavailable)
    nonisolated public func onExitCommand(perform action: (() -> Void)?) -> some View { self }
}

// Belongs to Foundation, whose overlay is compiled before that of Combine.
@available(macOS 10.15, iOS 13, tvOS 13, watchOS 6, *)
extension NotificationCenter {
    public struct Publisher: Combine.Publisher {
        public typealias Output = Notification
        public typealias Failure = Never
    }
    public func publisher(for name: Notification.Name, object: AnyObject? = nil) -> Publisher { Publisher() }
}
