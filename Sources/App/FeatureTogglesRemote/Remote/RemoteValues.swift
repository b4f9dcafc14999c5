public import FeatureToggles

/// The values of another service, one for each key, decided on its server, such as Firebase Remote Config or a vendor's
/// SDK.
///
/// An adapter implements two methods in about a dozen lines. ``RemoteValuesSource`` turns it into a remote source, so
/// its values are activated, checked, explained, and cached like those of any other source. Reading a value never waits:
/// only ``refresh(for:minimumInterval:)`` does.
/// `Documentation/ServiceAdapters.md` shows how to write one.
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
/// let client = ToggleClient(
///     registries: [AppToggles.registry],
///     remote: RemoteConfiguration(RemoteValuesSource(VendorValues(sdk: sdk)))
/// )
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
    /// - Throws: ``RemoteSourceError``, which the client reports. It still reads the values that the service has.
    func refresh(for context: EvaluationContext) async throws(RemoteSourceError)

    /// Updates the values of a service that limits how often it fetches.
    ///
    /// - Parameters:
    ///   - context: The ambient context, for services that accept attributes.
    ///   - minimumInterval: The age up to which the service's last response is recent enough, or `nil` for the service's
    ///     own limit. It's zero after ``FeatureToggles/ToggleClient/markStale()``, and otherwise the one that the app has
    ///     passed to ``FeatureToggles/ToggleClient/fetch(minimumInterval:)``.
    /// - Throws: ``RemoteSourceError``, which the client reports. It still reads the values that the service has.
    func refresh(for context: EvaluationContext, minimumInterval: Duration?) async throws(RemoteSourceError)

    /// Returns the value for a key that the service has at the moment, without waiting.
    ///
    /// The client also reads values when it's created, on the thread that creates it.
    ///
    /// - Parameter parameter: The remote parameter of a toggle.
    /// - Returns: The value, or `nil` if the service has none and the default in code applies. Many SDKs return an
    ///   empty string, zero, or `false` for an unknown key; an adapter must return `nil` instead.
    /// - Throws: ``RemoteSourceError`` if the service can't determine the value, for example because its SDK hasn't
    ///   started. The client keeps its current values.
    func value(for parameter: String) throws(RemoteSourceError) -> RemoteValue?

    /// Returns the values for keys, as of a single moment if the service supports that.
    ///
    /// - Parameter parameters: The remote parameters of all toggles, without duplicates.
    /// - Returns: The values by parameter, without those that the service doesn't have.
    /// - Throws: ``RemoteSourceError`` if the service can't determine a value. The client keeps its current values.
    func values(for parameters: [String]) throws(RemoteSourceError) -> [String: RemoteValue]

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
    public func values(for parameters: [String]) throws(RemoteSourceError) -> [String: RemoteValue] {
        var values: [String: RemoteValue] = [:]
        for parameter in parameters { values[parameter] = try value(for: parameter) }
        return values
    }

    /// Does nothing, for services that update themselves.
    public func refresh(for context: EvaluationContext) async throws(RemoteSourceError) {}

    /// Calls ``refresh(for:)``, for services without a limit of their own.
    public func refresh(for context: EvaluationContext, minimumInterval: Duration?) async throws(RemoteSourceError) {
        try await refresh(for: context)
    }
}
