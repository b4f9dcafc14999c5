import ToggleBase

/// The body of a response, in parts as they arrive.
///
/// It has one reader. Releasing the body ends the exchange.
public struct HTTPBody: Sendable {
    private let read: @Sendable () async throws(HTTPTransportError) -> [UInt8]?

    /// Creates a body from a closure that returns its parts.
    ///
    /// - Parameter next: Returns the next part, or `nil` at the end. It throws if the rest can't be received.
    public init(next: @escaping @Sendable () async throws(HTTPTransportError) -> [UInt8]?) {
        read = next
    }

    /// Creates a body from its parts.
    ///
    /// - Parameter parts: The parts.
    public init(_ parts: [[UInt8]]) {
        let rest = RemainingParts(parts)
        read = { () async throws(HTTPTransportError) -> [UInt8]? in rest.next() }
    }

    /// Returns the next part, or `nil` at the end.
    ///
    /// - Returns: The bytes, never empty.
    /// - Throws: ``HTTPTransportError`` if the rest can't be received.
    public func next() async throws(HTTPTransportError) -> [UInt8]? {
        while let part = try await read() {
            if !part.isEmpty { return part }
        }
        return nil
    }
}

/// The parts that have not been read yet.
private final class RemainingParts: Sendable {
    private let parts: Mutex<ArraySlice<[UInt8]>>

    init(_ parts: [[UInt8]]) {
        self.parts = Mutex(parts[...])
    }

    func next() -> [UInt8]? { parts.withLock { $0.popFirst() } }
}
