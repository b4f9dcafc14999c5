/// Decides whether reading a document would delay the start of an app.
///
/// The cost is known in advance: it grows with the number of parts (values, members, names in paths of variables) and
/// bytes of a document. A document within both limits is read in about a millisecond, regardless of its content.
enum ReadingCost {
    /// The maximum size of a document that is read while an app waits, in bytes as stored.
    static let maximumSize = 128 << 10
    /// The maximum number of parts of such a document.
    static let maximumParts = 20_000

    /// Whether a document is too large for an app to wait for it when it starts.
    ///
    /// - Complexity: O(*n*) in the size of the document, far less than the cost of reading it.
    static func isLarge(_ text: [UInt8]) -> Bool {
        if text.count > maximumSize { return true }
        // A part begins after one of these bytes. Bytes inside strings are counted too, which is harmless.
        let parts = text.withUnsafeBufferPointer { bytes in
            bytes.reduce(0) { count, byte in
                switch byte {
                case UInt8(ascii: ","), UInt8(ascii: ":"), UInt8(ascii: "."), UInt8(ascii: "["), UInt8(ascii: "{"):
                    count &+ 1
                default: count
                }
            }
        }
        return parts > maximumParts
    }
}
