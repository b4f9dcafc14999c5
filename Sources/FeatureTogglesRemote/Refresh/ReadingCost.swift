/// Whether reading a document would hold up the start of an app.
///
/// What takes the time is known before: it grows with the values and members of a document and with its bytes. Both limits
/// together are what is read in about a millisecond, whatever is in it.
enum ReadingCost {
    /// The largest document that is read while an app waits, in bytes as it is stored.
    static let maximumSize = 128 << 10
    /// How many values and members such a document has at most.
    static let maximumParts = 20_000

    /// Whether a document is one that no start of an app should wait for.
    ///
    /// - Complexity: O(*n*) in the size of the document, far less than what reading it takes.
    static func isLarge(_ text: [UInt8]) -> Bool {
        if text.count > maximumSize { return true }
        // A part begins behind one of these. Those within texts count too, which does no harm.
        let parts = text.withUnsafeBufferPointer { bytes in
            bytes.reduce(0) { count, byte in
                switch byte {
                case UInt8(ascii: ","), UInt8(ascii: ":"), UInt8(ascii: "["), UInt8(ascii: "{"): count &+ 1
                default: count
                }
            }
        }
        return parts > maximumParts
    }
}
