/// Bytes that must not be read by others: a token, a password, a key.
///
/// A secret is no ``StoredConvertible``, so that no setting can hold one, and neither printing it nor a mirror shows it.
public struct Secret: Sendable, Hashable, CustomStringConvertible, CustomReflectable {
    /// The bytes.
    public let bytes: [UInt8]

    /// Creates a secret from bytes.
    public init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// Creates a secret from a text, as UTF-8.
    public init(_ text: String) {
        bytes = Array(text.utf8)
    }

    /// How many bytes it has, and nothing else.
    public var description: String { "(secret of \(bytes.count) bytes)" }

    /// Shows nothing.
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}
