import FeatureTogglesRemote

/// The SDK of a service.
struct VendorSDK {
    struct Listener {
        func remove() {}
    }

    func hasValue(_ key: String) -> Bool { false }
    func string(_ key: String) -> String { "" }
    func onUpdate(_ handler: @escaping @Sendable () -> Void) -> Listener { Listener() }
}

/// The adapter for the service, which the page shows later.
struct VendorValues: RemoteValues {
    let sdk: VendorSDK
    var name: String { "Vendor" }

    func value(for parameter: String) -> RemoteValue? { nil }
    func changes() -> AsyncStream<Void> { AsyncStream { _ in } }
}
