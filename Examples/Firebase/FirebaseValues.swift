import FeatureToggles
import FeatureTogglesRemote
import FirebaseRemoteConfig
import Foundation

/// The values of Firebase Remote Config as toggle values.
///
/// ```swift
/// let remote = RemoteConfiguration(RemoteValuesSource(FirebaseValues(RemoteConfig.remoteConfig())))
/// let client = ToggleClient(registries: [AppToggles.registry], remote: remote)
/// ```
///
/// The values that Firebase's SDK activated in an earlier launch are active when the client is created, without a network.
/// Only values from Firebase's server count. In-app defaults don't: the defaults of toggles are in `toggles.yaml`. Call
/// `setDefaults` only for keys that your code still reads directly from Firebase.
nonisolated final class FirebaseValues: RemoteValues, @unchecked Sendable {
    // Unchecked: Firebase documents that its object can be used from any thread, but doesn't mark it as Sendable.
    private let config: RemoteConfig

    /// Creates an adapter.
    ///
    /// - Parameter config: Firebase's object, after `FirebaseApp.configure()`. Its minimum fetch interval, 12 hours by
    ///   default, limits how often the client's polls reach the server.
    init(_ config: RemoteConfig) {
        self.config = config
    }

    /// The service's name.
    var name: String { "Firebase Remote Config" }

    /// Fetches new values, and activates what was fetched; the client decides when its document becomes active.
    ///
    /// Values that were fetched in another way, such as by Firebase's real-time listener, are activated even if this fetch
    /// fails.
    func refresh(for context: EvaluationContext, minimumInterval: Duration?) async throws(RemoteSourceError) {
        var failure: RemoteSourceError?
        do {
            if let minimumInterval {
                _ = try await config.fetch(withExpirationDuration: minimumInterval / .seconds(1))
            } else {
                _ = try await config.fetch()
            }
        } catch {
            failure = sourceError(error)
        }
        do {
            _ = try await config.activate()
        } catch {
            failure = failure ?? sourceError(error)
        }
        if let failure { throw failure }
    }

    /// Returns a value from the server as text, which the toggle's type parses, or `nil` if there is none.
    func value(for parameter: String) -> RemoteValue? {
        let value = config.configValue(forKey: parameter)
        return value.source == .remote ? .text(value.stringValue) : nil
    }

    /// Returns a stream with one element for each update that Firebase announces.
    ///
    /// Firebase's listener fetches the update by itself, and can stop after an error. The stream then ends, and the client
    /// listens again after a pause.
    func changes() -> AsyncStream<Void> {
        AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
            let listener = config.addOnConfigUpdateListener { _, error in
                if error == nil { continuation.yield() } else { continuation.finish() }
            }
            // The registration is used only once, by the thread that ends the stream.
            nonisolated(unsafe) let registration = listener
            continuation.onTermination = { _ in registration.remove() }
        }
    }

    private func sourceError(_ error: any Error) -> RemoteSourceError {
        let message = "Firebase Remote Config: \(error)"
        guard config.lastFetchStatus == .throttled else { return RemoteSourceError(.unreachable, message) }
        let end = (error as NSError).userInfo[RemoteConfigThrottledEndTimeInSecondsKey] as? Double
        let rest = end.map { Duration.seconds(max($0 - Date().timeIntervalSince1970, 0)) }
        return RemoteSourceError(.throttled, "Firebase Remote Config fetches too often: \(error)", retryAfter: rest)
    }
}
