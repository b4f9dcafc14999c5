#if canImport(FirebaseRemoteConfig)
public import FeatureToggles
public import FeatureTogglesRemote
public import FirebaseRemoteConfig

/// The values of Firebase Remote Config as toggle values.
///
/// ```swift
/// let remote = RemoteValuesSource(FirebaseValues(RemoteConfig.remoteConfig()))
/// let client = ToggleClient(registries: [AppToggles.registry], remote: remote)
/// ```
///
/// What to know about Firebase's SDK:
///
/// - For a key that it does not know it answers an empty text, zero and `false`, and for one with an in-app default that
///   default. Only values whose source is `.remote` are taken here: defaults are in `toggles.yaml`, once. Do not call
///   `setDefaults`.
/// - Fetching changes nothing; activating does. This adapter activates what it fetched at once, since the client decides
///   itself when it puts a document in force. Do not activate elsewhere.
/// - It keeps to its own minimum fetch interval, 12 hours unless `configSettings` says otherwise, and answers from what it
///   has until then. Set it to what the client's own minimum is, or lower.
/// - Everything is text, also numbers and Booleans. A toggle's type reads it, so `yes`, `on` and `1` are `true`, and `1.0`
///   is no integer.
/// - Its listener is told that there is something new, not what, and gives up after a few failures. The stream of changes
///   ends then, the client listens anew after a pause, and it polls as well.
public final class FirebaseValues: RemoteValues, @unchecked Sendable {
    // Unchecked: Firebase documents its object as safe to be used from any thread, and does not mark it as Sendable.
    private let config: RemoteConfig

    /// Creates an adapter.
    ///
    /// - Parameter config: Firebase's object, after `FirebaseApp.configure()`.
    public init(_ config: RemoteConfig) {
        self.config = config
    }

    /// The service's name.
    public var name: String { "Firebase Remote Config" }

    /// Fetches and activates.
    public func refresh(for context: EvaluationContext) async throws(RemoteSourceError) {
        do {
            _ = try await config.fetchAndActivate()
        } catch {
            throw RemoteSourceError(.unreachable, "Firebase Remote Config: \(error)")
        }
    }

    /// The text of a value that came from the server, or `nil`.
    public func value(for parameter: String) -> RemoteValue? {
        let value = config.configValue(forKey: parameter)
        return value.source == .remote ? .text(value.stringValue) : nil
    }

    /// One element for each template that Firebase's server announces.
    public func changes() -> AsyncStream<Void> {
        AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
            let listener = config.addOnConfigUpdateListener { _, error in
                // After an error it may never speak again: the client listens anew when this ends.
                if error == nil { continuation.yield() } else { continuation.finish() }
            }
            // The registration is used once, by whichever thread ends the stream.
            nonisolated(unsafe) let registration = listener
            continuation.onTermination = { _ in registration.remove() }
        }
    }
}
#endif
