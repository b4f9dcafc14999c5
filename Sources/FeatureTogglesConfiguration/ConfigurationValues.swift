#if !Configuration
#error("FeatureTogglesConfiguration needs a trait: .package(url: …, from: …, traits: [\"Configuration\"])")
#else
public import Configuration
import FeatureToggles
public import FeatureTogglesRemote

/// The values of a swift-configuration reader as toggle values.
///
/// A remote parameter is looked up as a key of that name, in the reader's scope; a dot in it separates components. What the
/// reader has as text, as environment variables are, is read by the toggle's type; numbers, Booleans and arrays must be of
/// that type already.
///
/// Needs what swift-configuration needs: macOS 15, iOS 18 or later.
///
/// ```swift
/// let config = ConfigReader(providers: [EnvironmentVariablesProvider(), settings])
/// let remote = RemoteValuesSource(ConfigurationValues(config.scoped(to: "toggles")))
/// let client = ToggleClient(registries: [AppToggles.registry], remote: remote)
/// ```
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
public struct ConfigurationValues: RemoteValues {
    private let reader: ConfigReader

    /// Creates an adapter.
    ///
    /// - Parameter reader: The reader. Values are asked of a snapshot of it.
    public init(_ reader: ConfigReader) {
        self.reader = reader
    }

    /// The product's name.
    public var name: String { "swift-configuration" }

    /// The value of a key, whatever its type, or `nil` when no provider has it.
    public func value(for parameter: String) -> RemoteValue? {
        Self.value(for: parameter, in: reader.snapshot())
    }

    /// The values of keys, all of one snapshot: a provider that reloads meanwhile does not mix old and new ones.
    public func values(for parameters: [String]) -> [String: RemoteValue] {
        let snapshot = reader.snapshot()
        var values: [String: RemoteValue] = [:]
        for parameter in parameters { values[parameter] = Self.value(for: parameter, in: snapshot) }
        return values
    }

    private static func value(for parameter: String, in values: ConfigSnapshotReader) -> RemoteValue? {
        let key = ConfigKey(parameter)
        // Texts first: a provider that has only texts reads one as a number, too, when it looks like one.
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

    /// One element for the snapshot at the beginning, and one for each new snapshot of the reader's providers.
    ///
    /// The first element is needed because the providers may have reloaded after the values were fetched.
    public func changes() -> AsyncStream<Void> {
        let (stream, continuation) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
        let reader = reader
        let task = Task {
            // A provider that stops telling of changes, by an error or not, ends the stream; the client listens again.
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
