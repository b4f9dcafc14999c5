/// Confidential bytes: a token, a password, or a key.
///
/// A secret isn't ``StoredConvertible``, so it can't be a setting. Neither its description nor its mirror reveals it.
public struct Secret: Sendable, Hashable, CustomStringConvertible, CustomReflectable {
    /// The bytes.
    public let bytes: [UInt8]

    /// Creates a secret from bytes.
    public init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// Creates a secret from a string in UTF-8.
    public init(_ text: String) {
        bytes = Array(text.utf8)
    }

    /// The number of bytes.
    public var description: String { "(secret of \(bytes.count) bytes)" }

    /// A mirror without children.
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}
