#if !Configuration
#error("FeatureTogglesConfiguration requires a trait: .package(url: …, from: …, traits: [\"Configuration\"])")
#else
public import Configuration
public import FeatureTogglesRemote
import ToggleBase

/// The values of a swift-configuration reader as toggle values.
///
/// Each remote parameter is a key in the reader's scope, whose components are separated by dots. Strings, such as those
/// of environment variables, are parsed as the toggle's type. Numbers, Booleans, and arrays must already have that type.
///
/// The adapter is available where swift-configuration is, on macOS 15, iOS 18, and later.
///
/// ```swift
/// let config = ConfigReader(providers: [EnvironmentVariablesProvider(), settings])
/// let values = ConfigurationValues(config.scoped(to: "toggles"))
/// let remote = RemoteConfiguration(RemoteValuesSource(values))
/// let client = ToggleClient(registries: [AppToggles.registry], remote: remote)
/// ```
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
public struct ConfigurationValues: RemoteValues {
    private let reader: ConfigReader

    /// Creates an adapter.
    ///
    /// - Parameter reader: The reader. Values are read from a snapshot of it.
    public init(_ reader: ConfigReader) {
        self.reader = reader
    }

    /// The product's name.
    public var name: String { "swift-configuration" }

    /// Returns the value of a key of any type, or `nil` if no provider has one.
    public func value(for parameter: String) -> RemoteValue? {
        Self.value(for: parameter, in: reader.snapshot())
    }

    /// Returns the values of keys from a single snapshot, so that a reload never mixes old and new values.
    public func values(for parameters: [String]) -> [String: RemoteValue] {
        let snapshot = reader.snapshot()
        var values: [String: RemoteValue] = [:]
        for parameter in parameters { values[parameter] = Self.value(for: parameter, in: snapshot) }
        return values
    }

    private static func value(for parameter: String, in values: ConfigSnapshotReader) -> RemoteValue? {
        let key = ConfigKey(parameter)
        // Strings first: a provider that has only strings also returns one as a number if it looks like one.
        if let text = values.string(forKey: key) { return .text(text) }
        if let flag = values.bool(forKey: key) { return .json(.bool(flag)) }
        if let integer = values.int(forKey: key) { return .json(.integer(integer)) }
        if let number = values.double(forKey: key) { return .json(.number(number)) }
        if let texts = values.stringArray(forKey: key) { return .json(.array(texts.map { .string($0) })) }
        if let flags = values.boolArray(forKey: key) { return .json(.array(flags.map { .bool($0) })) }
        if let integers = values.intArray(forKey: key) { return .json(.array(integers.map { .integer($0) })) }
        if let numbers = values.doubleArray(forKey: key) { return .json(.array(numbers.map { .number($0) })) }
        return nil
    }

    /// Returns a stream with an element for the initial snapshot, and one for each new snapshot of the providers.
    ///
    /// The first element is needed because the providers may have reloaded after the values were fetched.
    public func changes() -> AsyncStream<Void> {
        let (stream, continuation) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
        let reader = reader
        let task = Task {
            // If a provider stops reporting changes, with or without an error, the stream ends, and the client listens
            // again.
            try? await reader.watchSnapshot { snapshots in
                for await _ in snapshots { continuation.yield() }
            }
            continuation.finish()
        }
        continuation.onTermination = { _ in task.cancel() }
        return stream
    }
}
#endif
