import FeatureToggles
import FeatureTogglesRemote
import LaunchDarkly

/// The values of LaunchDarkly as toggle values.
///
/// ```swift
/// let remote = RemoteConfiguration(RemoteValuesSource(LaunchDarklyValues()))
/// let client = ToggleClient(registries: [AppToggles.registry], remote: remote)
/// ```
///
/// Until the SDK has started, cached values stay active. LaunchDarkly evaluates its rules for the context that the app
/// passes to `identify`.
nonisolated struct LaunchDarklyValues: RemoteValues {
    /// The name of the SDK's environment, if the app uses several.
    var environment = "default"

    /// The service's name.
    var name: String { "LaunchDarkly" }

    /// Throws an error until the SDK has started, and does nothing afterward, because the SDK fetches by itself.
    func refresh(for context: EvaluationContext) async throws(RemoteSourceError) {
        if LDClient.get(environment: environment)?.allFlags == nil {
            throw RemoteSourceError(.unreachable, "LaunchDarkly's SDK hasn't started.")
        }
    }

    /// Returns a flag's value, or `nil` if there is no such flag.
    ///
    /// `boolVariation` can't tell a missing flag from one that is off.
    func value(for parameter: String) -> RemoteValue? {
        LDClient.get(environment: environment)?.allFlags?[parameter].map { .json(JSONValue($0)) }
    }

    /// Returns a stream with one element for each change that the SDK announces.
    ///
    /// Until the SDK has started, the stream ends at once, and the client listens again after a pause.
    func changes() -> AsyncStream<Void> {
        AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
            guard let client = LDClient.get(environment: environment) else { return continuation.finish() }
            let owner = Owner()
            client.observeAll(owner: owner) { _ in continuation.yield() }
            continuation.onTermination = { _ in
                LDClient.get(environment: environment)?.stopObserving(owner: owner)
            }
        }
    }

    /// Identifies an observer.
    ///
    /// The SDK keeps only a weak reference, the stream a strong one.
    private final class Owner: Sendable {}
}

nonisolated extension JSONValue {
    /// Creates a value from one of LaunchDarkly.
    fileprivate init(_ value: LDValue) {
        self =
            switch value {
            case .null: .null
            case .bool(let value): .bool(value)
            case .number(let value): .number(value)
            case .string(let value): .string(value)
            case .array(let values): .array(values.map { JSONValue($0) })
            case .object(let members):
                .object(JSONObject(members.map { JSONObject.Member(name: $0, value: JSONValue($1)) }))
            }
    }
}
