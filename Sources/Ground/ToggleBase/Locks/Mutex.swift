#if canImport(Darwin)
public import os

/// A lock and the value that it protects, with the interface of Synchronization's `Mutex`, which needs iOS 18.
///
/// Not recursive. The value is allocated separately, so its address never changes.
@usableFromInline
package struct Mutex<Value: ~Copyable>: ~Copyable, @unchecked Sendable {
    // Sendable: the value is only accessed while the lock is held, and is freed with the last owner.
    @usableFromInline
    let lock = OSAllocatedUnfairLock()
    @usableFromInline
    let value: UnsafeMutablePointer<Value>

    /// Creates a lock that protects a value.
    @inlinable
    package init(_ initialValue: consuming sending Value) {
        value = .allocate(capacity: 1)
        value.initialize(to: initialValue)
    }

    @inlinable
    deinit {
        value.deinitialize(count: 1)
        value.deallocate()
    }

    /// Calls a closure with the value while the lock is held.
    @inlinable
    package borrowing func withLock<Result: ~Copyable, Failure: Error>(
        _ body: (inout sending Value) throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result {
        lock.lock()
        defer { lock.unlock() }
        return try body(&value.pointee)
    }
}
#else
public import Synchronization

/// A lock and the value that it protects: Synchronization's `Mutex`, which Apple platforms have from iOS 18 on.
///
/// Not recursive.
@usableFromInline
package struct Mutex<Value: ~Copyable>: ~Copyable, Sendable {
    @usableFromInline
    let mutex: Synchronization.Mutex<Value>

    /// Creates a lock that protects a value.
    @inlinable
    package init(_ initialValue: consuming sending Value) {
        mutex = Synchronization.Mutex(initialValue)
    }

    /// Calls a closure with the value while the lock is held.
    @inlinable
    package borrowing func withLock<Result: ~Copyable, Failure: Error>(
        _ body: (inout sending Value) throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result {
        try mutex.withLock(body)
    }
}
#endif
