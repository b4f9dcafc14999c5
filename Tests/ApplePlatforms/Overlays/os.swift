@_exported import Darwin

@available(macOS 13, iOS 16, tvOS 16, watchOS 9, visionOS 1, *)
public struct OSAllocatedUnfairLock<State>: @unchecked Sendable {
    public init(uncheckedState initialState: State) {}
    public func withLockUnchecked<R>(_ body: (inout State) throws -> R) rethrows -> R { fatalError() }
    public func withLock<R: Sendable>(_ body: @Sendable (inout State) throws -> R) rethrows -> R { fatalError() }
    public func withLockIfAvailableUnchecked<R>(_ body: (inout State) throws -> R) rethrows -> R? { nil }
    public func withLockIfAvailable<R: Sendable>(_ body: @Sendable (inout State) throws -> R) rethrows -> R? { nil }
}

@available(macOS 13, iOS 16, tvOS 16, watchOS 9, visionOS 1, *)
extension OSAllocatedUnfairLock where State: Sendable {
    public init(initialState: State) {}
}

@available(macOS 13, iOS 16, tvOS 16, watchOS 9, visionOS 1, *)
extension OSAllocatedUnfairLock where State == () {
    public init() {}
    @available(*, noasync, message: "Use async-safe scoped locking instead")
    public func lock() {}
    @available(*, noasync, message: "Use async-safe scoped locking instead")
    public func unlock() {}
    @available(*, noasync, message: "Use async-safe scoped locking instead")
    public func lockIfAvailable() -> Bool { false }
    public func withLockUnchecked<R>(_ body: () throws -> R) rethrows -> R { fatalError() }
    public func withLock<R: Sendable>(_ body: @Sendable () throws -> R) rethrows -> R { fatalError() }
}

public struct os_unfair_lock_s {
    public init() {}
}
public typealias os_unfair_lock = os_unfair_lock_s
public typealias os_unfair_lock_t = UnsafeMutablePointer<os_unfair_lock_s>
@available(macOS 10.12, iOS 10, tvOS 10, watchOS 3, *)
@available(*, noasync, message: "Use async-safe scoped locking instead")
public func os_unfair_lock_lock(_ lock: os_unfair_lock_t) {}
@available(macOS 10.12, iOS 10, tvOS 10, watchOS 3, *)
@available(*, noasync, message: "Use async-safe scoped locking instead")
public func os_unfair_lock_trylock(_ lock: os_unfair_lock_t) -> Bool { false }
@available(macOS 10.12, iOS 10, tvOS 10, watchOS 3, *)
@available(*, noasync, message: "Use async-safe scoped locking instead")
public func os_unfair_lock_unlock(_ lock: os_unfair_lock_t) {}

@available(macOS 11, iOS 14, tvOS 14, watchOS 7, *)
public struct OSLogPrivacy {
    public static var auto: OSLogPrivacy { OSLogPrivacy() }
    public static var `public`: OSLogPrivacy { OSLogPrivacy() }
    public static var `private`: OSLogPrivacy { OSLogPrivacy() }
    public static var sensitive: OSLogPrivacy { OSLogPrivacy() }
}

@available(macOS 11, iOS 14, tvOS 14, watchOS 7, *)
public struct OSLogInterpolation: StringInterpolationProtocol {
    public init(literalCapacity: Int, interpolationCount: Int) {}
    public mutating func appendLiteral(_ literal: String) {}
    public mutating func appendInterpolation(
        _ argumentString: @autoclosure @escaping () -> String,
        privacy: OSLogPrivacy = .auto
    ) {}
    public mutating func appendInterpolation<Value: CustomStringConvertible>(
        _ value: @autoclosure @escaping () -> Value,
        privacy: OSLogPrivacy = .auto
    ) {}
}

@available(macOS 11, iOS 14, tvOS 14, watchOS 7, *)
public struct OSLogMessage: ExpressibleByStringInterpolation {
    public init(stringInterpolation: OSLogInterpolation) {}
    public init(stringLiteral value: String) {}
}

@available(macOS 11, iOS 14, tvOS 14, watchOS 7, *)
public struct Logger: Sendable {
    public init(subsystem: String, category: String) {}
    public func debug(_ message: OSLogMessage) {}
    public func info(_ message: OSLogMessage) {}
    public func notice(_ message: OSLogMessage) {}
    public func error(_ message: OSLogMessage) {}
    public func fault(_ message: OSLogMessage) {}
}
