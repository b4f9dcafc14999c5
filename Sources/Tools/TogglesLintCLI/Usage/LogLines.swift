/// Splits a log that arrives in parts into lines.
///
/// Servers limit the length of requests, so the end of a longer line is dropped. Neither the size of the log nor that of
/// a line determines the memory.
struct LogLines {
    /// The maximum length of a line in bytes.
    static let maximumLength = 1 << 16

    /// The beginning of the line that isn't complete yet.
    private var rest: [UInt8] = []

    /// Calls a closure with each line that a part completes, which isn't empty.
    mutating func take(_ part: some Sequence<UInt8>, _ body: (ArraySlice<UInt8>) -> Void) {
        for byte in part {
            if byte == 0x0A || byte == 0x0D {
                end(body)
            } else if rest.count < Self.maximumLength {
                rest.append(byte)
            }
        }
    }

    /// Calls a closure with the last line if nothing ends it.
    mutating func end(_ body: (ArraySlice<UInt8>) -> Void) {
        if !rest.isEmpty { body(rest[...]) }
        rest.removeAll(keepingCapacity: true)
    }
}
