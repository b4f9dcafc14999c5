public import FeatureToggles

/// The values of another service, one for each key, decided on its server, such as Firebase Remote Config or a vendor's
/// SDK.
///
/// An adapter implements two methods in about a dozen lines. ``RemoteValuesSource`` turns it into a remote source, so
/// its values are activated, checked, explained, and cached like those of any other source.
/// `Documentation/OtherServices.md` shows how to write one.
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
    /// The service's human-readable name.
    var name: String { get }

    /// Whether values depend on the evaluation context, apart from what the service determines itself.
    var dependsOnContext: Bool { get }

    /// Whether ``changes()`` is worth listening to.
    var announcesChanges: Bool { get }

    /// Updates the service's values before they are read one by one.
    ///
    /// - Parameter context: The ambient context, for services that accept attributes.
    /// - Throws: ``RemoteSourceError``. The client keeps its current values.
    func refresh(for context: EvaluationContext) async throws(RemoteSourceError)

    /// Returns the value for a key.
    ///
    /// - Parameter parameter: The remote parameter of a toggle.
    /// - Returns: The value, or `nil` if the service has none and the default in code applies. Many SDKs return an
    ///   empty string, zero, or `false` for an unknown key; an adapter must return `nil` instead.
    /// - Throws: ``RemoteSourceError`` if the service can't determine the value. The client keeps its current values.
    func value(for parameter: String) async throws(RemoteSourceError) -> RemoteValue?

    /// Returns the values for keys, as of a single moment if the service supports that.
    ///
    /// - Parameter parameters: The remote parameters of all toggles, without duplicates.
    /// - Returns: The values by parameter, without those that the service doesn't have.
    /// - Throws: ``RemoteSourceError`` if the service can't determine a value. The client keeps its current values.
    func values(for parameters: [String]) async throws(RemoteSourceError) -> [String: RemoteValue]

    /// Returns a stream with an element whenever values may have changed.
    ///
    /// Canceling the consumer ends the stream. If the service ends it, the client listens again after a pause.
    func changes() -> AsyncStream<Void>
}

extension RemoteValues {
    /// `false`: the values are the same for every context.
    public var dependsOnContext: Bool { false }

    /// `true`: the service announces changes.
    public var announcesChanges: Bool { true }

    /// Calls ``value(for:)`` for each parameter in turn.
    public func values(for parameters: [String]) async throws(RemoteSourceError) -> [String: RemoteValue] {
        var values: [String: RemoteValue] = [:]
        for parameter in parameters {
            if Task.isCancelled { throw RemoteSourceError(.cancelled, "the request to \(name) was canceled") }
            values[parameter] = try await value(for: parameter)
        }
        return values
    }

    /// Does nothing, for services that update themselves.
    public func refresh(for context: EvaluationContext) async throws(RemoteSourceError) {}
}
