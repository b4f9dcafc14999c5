// A stand-in for LaunchDarkly's SDK, which behaves as its documentation says: there is no client before it has started,
// and then it has the flags of its cache until the server responds. It keeps only weak references to observers.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import Foundation

public class LDClient {
    private static let lock = NSLock()
    nonisolated(unsafe) private static var started: [String: LDClient] = [:]

    public static func get(environment: String = "default") -> LDClient? {
        lock.withLock { started[environment] }
    }

    /// Starts the SDK with the flags of its cache.
    public static func start(environment: String = "default", cached: [String: LDValue]) {
        let client = LDClient()
        client.flags = cached
        lock.withLock { started[environment] = client }
    }

    public static func close(environment: String = "default") {
        lock.withLock { _ = started.removeValue(forKey: environment) }
    }

    private struct Observer {
        weak var owner: AnyObject?
        let handler: ([String: LDChangedFlag]) -> Void
    }

    private let lock = NSLock()
    private var flags: [String: LDValue] = [:]
    private var observers: [Observer] = []

    public var allFlags: [String: LDValue]? { lock.withLock { flags } }
    /// An element for each observer that is added.
    public let newObservers: AsyncStream<Void>
    private let observerAdded: AsyncStream<Void>.Continuation

    public init() { (newObservers, observerAdded) = AsyncStream.makeStream() }

    public func observeAll(owner: AnyObject, handler: @escaping ([String: LDChangedFlag]) -> Void) {
        lock.withLock { observers.append(Observer(owner: owner, handler: handler)) }
        observerAdded.yield()
    }

    public func stopObserving(owner: AnyObject) {
        lock.withLock { observers.removeAll { $0.owner === owner || $0.owner == nil } }
    }

    /// Receives flags from the server.
    public func receive(_ flags: [String: LDValue]) {
        let handlers = lock.withLock {
            self.flags = flags
            return observers.filter { $0.owner != nil }.map(\.handler)
        }
        for handler in handlers { handler(flags.mapValues { _ in LDChangedFlag() }) }
    }
}

public struct LDChangedFlag {}

public enum LDValue {
    case null
    case bool(Bool)
    case number(Double)
    case string(String)
    case array([LDValue])
    case object([String: LDValue])
}
