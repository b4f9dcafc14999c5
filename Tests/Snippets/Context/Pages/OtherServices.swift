/// The SDK of a service.
struct VendorSDK {
    struct Listener {
        func remove() {}
    }

    func hasValue(_ key: String) -> Bool { false }
    func string(_ key: String) -> String { "" }
    func onUpdate(_ handler: @escaping @Sendable () -> Void) -> Listener { Listener() }
}
