/// The maximum cost of reading a document while an app waits for it.
///
/// The cost is known in advance: it grows with the number of parts (values, members, names in paths of variables) and
/// bytes of a document.
package struct ReadingCost: Sendable, Hashable {
    /// The maximum cost when a client is created: such a document is read in about a millisecond, regardless of its
    /// content.
    package static let standard = ReadingCost(maximumSize: 128 << 10, maximumParts: 20_000)

    /// The maximum size of a document, in bytes as stored.
    package let maximumSize: Int
    /// The maximum number of parts of a document.
    package let maximumParts: Int

    /// Creates a maximum cost.
    ///
    /// - Parameters:
    ///   - maximumSize: The maximum size of a document, in bytes as stored.
    ///   - maximumParts: The maximum number of parts of a document.
    package init(maximumSize: Int, maximumParts: Int) {
        self.maximumSize = maximumSize
        self.maximumParts = maximumParts
    }

    /// Whether a document costs more than the maximum.
    ///
    /// - Parameter text: The document.
    /// - Returns: Whether it has more bytes or parts.
    /// - Complexity: O(*n*) in the size of the document, far less than the cost of reading it.
    package func isExceeded(by text: [UInt8]) -> Bool {
        text.count > maximumSize || Self.parts(of: text) > maximumParts
    }

    /// Returns the number of parts of a document.
    ///
    /// - Parameter text: The document.
    /// - Returns: The number, which is too high for strings with punctuation.
    package static func parts(of text: [UInt8]) -> Int {
        // A part begins after one of these bytes. Bytes inside strings are counted too, which is harmless.
        text.withUnsafeBufferPointer { bytes in
            bytes.reduce(0) { count, byte in
                switch byte {
                case UInt8(ascii: ","), UInt8(ascii: ":"), UInt8(ascii: "."), UInt8(ascii: "["), UInt8(ascii: "{"):
                    count &+ 1
                default: count
                }
            }
        }
    }
}
