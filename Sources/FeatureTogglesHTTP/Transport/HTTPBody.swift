import DurableFiles

/// The body of an answer, part by part as it comes.
///
/// There is one reader. Dropping the body ends the exchange.
public struct HTTPBody: Sendable {
    private let read: @Sendable () async throws(HTTPTransportError) -> [UInt8]?

    /// Creates a body from what brings its next part.
    ///
    /// - Parameter next: Brings the next part, or `nil` at the end; throws when the rest will not come.
    public init(next: @escaping @Sendable () async throws(HTTPTransportError) -> [UInt8]?) {
        read = next
    }

    /// Creates a body that is at hand.
    ///
    /// - Parameter parts: Its parts.
    public init(_ parts: [[UInt8]]) {
        let rest = RemainingParts(parts)
        read = { () async throws(HTTPTransportError) -> [UInt8]? in rest.next() }
    }

    /// The next part, or `nil` at the end.
    ///
    /// - Returns: Bytes, never empty.
    /// - Throws: ``HTTPTransportError`` when the rest will not come.
    public func next() async throws(HTTPTransportError) -> [UInt8]? {
        while let part = try await read() {
            if !part.isEmpty { return part }
        }
        return nil
    }
}

/// The parts that were not read yet.
private final class RemainingParts: Sendable {
    private let parts: Mutex<ArraySlice<[UInt8]>>

    init(_ parts: [[UInt8]]) {
        self.parts = Mutex(parts[...])
    }

    func next() -> [UInt8]? { parts.withLock { $0.popFirst() } }
}
