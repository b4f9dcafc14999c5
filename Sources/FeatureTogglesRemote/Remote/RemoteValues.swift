public import FeatureToggles

/// Another service's values, one for each key, decided on its server: Firebase Remote Config, or a vendor's SDK.
///
/// An adapter answers two questions, in about a dozen lines. ``RemoteValuesSource`` makes it a remote source, so that its
/// values are activated, checked, explained and cached like those of any other. `Documentation/OtherServices.md` shows how
/// to write one.
///
/// ```swift
/// struct VendorValues: RemoteValues {
///     let sdk: VendorSDK
///     var name: String { "Vendor" }
///
///     func value(for parameter: String) -> RemoteValue? {
///         sdk.hasValue(parameter) ? .text(sdk.string(parameter)) : nil
///     }
///
///     func changes() -> AsyncStream<Void> {
///         AsyncStream { continuation in
///             let listener = sdk.onUpdate { continuation.yield() }
///             continuation.onTermination = { _ in listener.remove() }
///         }
///     }
/// }
/// let client = ToggleClient(registries: [AppToggles.registry], remote: RemoteValuesSource(VendorValues(sdk: sdk)))
/// ```
public protocol RemoteValues: Sendable {
    /// What the service is called, for people.
    var name: String { get }

    /// Whether values depend on who asks, other than by what the service finds out itself.
    var dependsOnContext: Bool { get }

    /// Whether ``changes()`` is worth listening to.
    var announcesChanges: Bool { get }

    /// Brings the service's values up to date, before they are asked for one by one.
    ///
    /// - Parameter context: The ambient context, for services that take attributes.
    /// - Throws: ``RemoteSourceError``. The client goes on with the values it has.
    func refresh(for context: EvaluationContext) async throws(RemoteSourceError)

    /// The value for a key.
    ///
    /// - Parameter parameter: The remote parameter of a toggle.
    /// - Returns: The value, or `nil` when the service has none: then the code's default decides. Many SDKs answer an empty
    ///   text, zero or `false` for a key that they do not know; an adapter must not.
    /// - Throws: ``RemoteSourceError`` when the service cannot tell. The client goes on with the values it has.
    func value(for parameter: String) async throws(RemoteSourceError) -> RemoteValue?

    /// The values for keys, of one moment where the service has one.
    ///
    /// - Parameter parameters: The remote parameters of all toggles, each once.
    /// - Returns: The values by parameter, without those of which the service has none.
    /// - Throws: ``RemoteSourceError`` when the service cannot tell. The client goes on with the values it has.
    func values(for parameters: [String]) async throws(RemoteSourceError) -> [String: RemoteValue]

    /// One element whenever values may have changed.
    ///
    /// Cancelling the consumer ends it; when the service ends it, the client listens again after a pause.
    func changes() -> AsyncStream<Void>
}

extension RemoteValues {
    /// No.
    public var dependsOnContext: Bool { false }

    /// Yes.
    public var announcesChanges: Bool { true }

    /// The answers of ``value(for:)``, asked for one after the other.
    public func values(for parameters: [String]) async throws(RemoteSourceError) -> [String: RemoteValue] {
        var values: [String: RemoteValue] = [:]
        for parameter in parameters {
            if Task.isCancelled { throw RemoteSourceError(.cancelled, "asking \(name) was given up") }
            values[parameter] = try await value(for: parameter)
        }
        return values
    }

    /// Nothing, for services that keep themselves up to date.
    public func refresh(for context: EvaluationContext) async throws(RemoteSourceError) {}
}
