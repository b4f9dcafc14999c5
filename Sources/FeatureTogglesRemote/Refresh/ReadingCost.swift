/// Whether reading a document would hold up the start of an app.
///
/// The cost is known before: it grows with the parts of a document (values, members, names in paths of variables) and with
/// its bytes. A document within both limits is read in about a millisecond, whatever is in it.
enum ReadingCost {
    /// The largest document that is read while an app waits, in bytes as it is stored.
    static let maximumSize = 128 << 10
    /// How many parts such a document has at most.
    static let maximumParts = 20_000

    /// Whether a document is one that no start of an app should wait for.
    ///
    /// - Complexity: O(*n*) in the size of the document, far less than what reading it takes.
    static func isLarge(_ text: [UInt8]) -> Bool {
        if text.count > maximumSize { return true }
        // A part begins after one of these. Those within texts count too, which does no harm.
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
