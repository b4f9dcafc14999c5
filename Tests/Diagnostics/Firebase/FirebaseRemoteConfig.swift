// A stand-in for Firebase's SDK, which behaves as its documentation says: values are fetched first and activated later,
// both are kept on disk, fetches are throttled, and a listener fetches what the server announces.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import Foundation

/// A server of Firebase, and the time.
public final class FirebaseServer: @unchecked Sendable {
    // Unchecked: the state is only used while the lock is held.
    public struct State {
        public var template: [String: String] = [:]
        public var isReachable = true
        /// Whether the server rejects requests because there are too many of them.
        public var isThrottling = false
        public var requestCount = 0
        public var secondsSince1970: TimeInterval = Date().timeIntervalSince1970
    }

    private let lock = NSLock()
    private var state = State()

    public init() {}

    public var now: State { lock.withLock { state } }

    public func change(_ change: (inout State) -> Void) {
        lock.withLock { change(&state) }
    }
}

/// What the SDK keeps on disk.
public struct FirebaseDisk: Sendable {
    public var fetched: [String: String] = [:]
    public var active: [String: String] = [:]
    public var lastFetchTime: Date?
    public var lastFetchStatus = RemoteConfigFetchStatus.noFetchYet

    public init() {}
}

/// Like Firebase's, the class isn't marked as Sendable, although it can be used from any thread.
public final class RemoteConfig {
    public static func remoteConfig() -> RemoteConfig { RemoteConfig(server: FirebaseServer()) }

    private let server: FirebaseServer
    private let lock = NSLock()
    private var stored: FirebaseDisk
    private var inAppDefaults: [String: String] = [:]
    private var throttledUntil: TimeInterval = 0
    private var listeners: [Int: (RemoteConfigUpdate?, (any Error)?) -> Void] = [:]
    private var listenerCount = 0
    /// The settings, which contain the time for which a fetch returns what was fetched before.
    public var configSettings = RemoteConfigSettings()

    /// Starts the SDK with what an earlier launch left on disk.
    public init(server: FirebaseServer, disk: FirebaseDisk = FirebaseDisk()) {
        self.server = server
        stored = disk
        (newListeners, listenerAdded) = AsyncStream.makeStream()
    }

    public var disk: FirebaseDisk { lock.withLock { stored } }
    public var lastFetchStatus: RemoteConfigFetchStatus { disk.lastFetchStatus }
    public var lastFetchTime: Date? { disk.lastFetchTime }
    /// An element for each listener that is added.
    public let newListeners: AsyncStream<Void>
    private let listenerAdded: AsyncStream<Void>.Continuation

    public func setDefaults(_ defaults: [String: NSObject]?) {
        lock.withLock { inAppDefaults = (defaults ?? [:]).mapValues { "\($0)" } }
    }

    public func configValue(forKey key: String) -> RemoteConfigValue {
        lock.withLock {
            if let value = stored.active[key] { return RemoteConfigValue(value, .remote) }
            if let value = inAppDefaults[key] { return RemoteConfigValue(value, .default) }
            return RemoteConfigValue("", .static)
        }
    }

    public func fetch() async throws -> RemoteConfigFetchStatus {
        try await fetch(withExpirationDuration: configSettings.minimumFetchInterval)
    }

    public func fetch(withExpirationDuration seconds: TimeInterval) async throws -> RemoteConfigFetchStatus {
        try lock.withLock {
            let now = server.now.secondsSince1970
            if let last = stored.lastFetchTime, now - last.timeIntervalSince1970 < seconds { return .success }
            if now < throttledUntil { throw throttled() }
            server.change { $0.requestCount += 1 }
            guard server.now.isReachable else {
                stored.lastFetchStatus = .failure
                throw NSError(domain: RemoteConfigErrorDomain, code: RemoteConfigError.internalError.rawValue)
            }
            guard !server.now.isThrottling else {
                throttledUntil = now + 600
                throw throttled()
            }
            stored.fetched = server.now.template
            stored.lastFetchTime = Date(timeIntervalSince1970: now)
            stored.lastFetchStatus = .success
            return .success
        }
    }

    public func activate() async throws -> Bool {
        lock.withLock {
            guard stored.fetched != stored.active, stored.lastFetchTime != nil else { return false }
            stored.active = stored.fetched
            return true
        }
    }

    public func addOnConfigUpdateListener(
        remoteConfigUpdateCompletion listener: @Sendable @escaping (RemoteConfigUpdate?, (any Error)?) -> Void
    ) -> ConfigUpdateListenerRegistration {
        lock.withLock {
            listenerCount += 1
            let number = listenerCount
            listeners[number] = listener
            listenerAdded.yield()
            return ConfigUpdateListenerRegistration { [weak self] in
                self?.lock.withLock { _ = self?.listeners.removeValue(forKey: number) }
            }
        }
    }

    /// Delivers an update of the server in real time: the SDK fetches it and calls the listeners, and activates nothing.
    public func receiveUpdate() {
        let listeners = lock.withLock {
            stored.fetched = server.now.template
            stored.lastFetchTime = Date(timeIntervalSince1970: server.now.secondsSince1970)
            return Array(self.listeners.values)
        }
        for listener in listeners { listener(RemoteConfigUpdate(), nil) }
    }

    /// Ends the stream of updates, after which the SDK calls no listener again.
    public func breakStream() {
        let listeners = lock.withLock { Array(self.listeners.values) }
        let error = NSError(domain: RemoteConfigErrorDomain, code: RemoteConfigError.unknown.rawValue)
        for listener in listeners { listener(nil, error) }
    }

    private func throttled() -> NSError {
        stored.lastFetchStatus = .throttled
        return NSError(
            domain: RemoteConfigErrorDomain,
            code: RemoteConfigError.throttled.rawValue,
            userInfo: [RemoteConfigThrottledEndTimeInSecondsKey: throttledUntil]
        )
    }
}

public let RemoteConfigErrorDomain = "com.google.remoteconfig.ErrorDomain"
public let RemoteConfigThrottledEndTimeInSecondsKey = "error_throttled_end_time_seconds"

public enum RemoteConfigError: Int, Error {
    case unknown = 8001
    case throttled = 8002
    case internalError = 8003
}

public final class RemoteConfigSettings {
    public var minimumFetchInterval: TimeInterval = 43_200
}

public enum RemoteConfigFetchStatus: Sendable {
    case noFetchYet, success, failure, throttled
}

public final class RemoteConfigValue: Sendable {
    public let source: RemoteConfigSource
    public let stringValue: String

    init(_ stringValue: String, _ source: RemoteConfigSource) {
        self.stringValue = stringValue
        self.source = source
    }
}

public enum RemoteConfigSource: Sendable {
    case remote, `default`, `static`
}

public final class RemoteConfigUpdate {}

public final class ConfigUpdateListenerRegistration {
    private let removal: () -> Void

    init(_ removal: @escaping () -> Void) {
        self.removal = removal
    }

    public func remove() { removal() }
}
