// The declarations of Firebase's SDK that its adapter uses, to type-check the adapter without the SDK. Firebase documents
// them.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public final class RemoteConfig {
    public static func remoteConfig() -> RemoteConfig { RemoteConfig() }
    public func fetchAndActivate() async throws -> RemoteConfigFetchAndActivateStatus { .successFetchedFromRemote }
    public func configValue(forKey key: String) -> RemoteConfigValue { RemoteConfigValue() }
    public func addOnConfigUpdateListener(
        remoteConfigUpdateCompletion listener: @Sendable @escaping (RemoteConfigUpdate?, (any Error)?) -> Void
    ) -> ConfigUpdateListenerRegistration { ConfigUpdateListenerRegistration() }
}

public enum RemoteConfigFetchAndActivateStatus {
    case successFetchedFromRemote, successUsingPreFetchedData, error
}

public final class RemoteConfigValue {
    public let source = RemoteConfigSource.remote
    public let stringValue = ""
}

public enum RemoteConfigSource {
    case remote, `default`, `static`
}

public final class RemoteConfigUpdate {}

public final class ConfigUpdateListenerRegistration {
    public func remove() {}
}
