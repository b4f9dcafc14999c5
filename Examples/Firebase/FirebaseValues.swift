import FeatureToggles
import FeatureTogglesRemote
import FirebaseRemoteConfig

/// The values of Firebase Remote Config as toggle values.
///
/// ```swift
/// let remote = RemoteValuesSource(FirebaseValues(RemoteConfig.remoteConfig()))
/// let client = ToggleClient(registries: [AppToggles.registry], remote: remote)
/// ```
///
/// Only values from Firebase's server count. In-app defaults don't: the defaults of toggles are in `toggles.yaml`. Call
/// `setDefaults` only for keys that your code still reads directly from Firebase.
nonisolated final class FirebaseValues: RemoteValues, @unchecked Sendable {
    // Unchecked: Firebase documents that its object can be used from any thread, but doesn't mark it as Sendable.
    private let config: RemoteConfig

    /// Creates an adapter.
    ///
    /// - Parameter config: Firebase's object, after `FirebaseApp.configure()`. Its minimum fetch interval, 12 hours by
    ///   default, limits how often ``refresh(for:)`` reaches the server.
    init(_ config: RemoteConfig) {
        self.config = config
    }

    /// The service's name.
    var name: String { "Firebase Remote Config" }

    /// Fetches new values and activates them; the client decides when its document becomes active.
    func refresh(for context: EvaluationContext) async throws(RemoteSourceError) {
        do {
            _ = try await config.fetchAndActivate()
        } catch {
            throw RemoteSourceError(.unreachable, "Firebase Remote Config: \(error)")
        }
    }

    /// Returns a value from the server as text, which the toggle's type parses, or `nil` if there is none.
    func value(for parameter: String) -> RemoteValue? {
        let value = config.configValue(forKey: parameter)
        return value.source == .remote ? .text(value.stringValue) : nil
    }

    /// Returns a stream with one element for each update that Firebase announces.
    ///
    /// Firebase's listener can stop after an error. The stream then ends, and the client listens again after a pause.
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
}
