/// The format of a file, for messages about a file in the wrong store.
enum StoreFormat: Sendable, Hashable {
    /// An object or array in JSON, or an old-style property list, which starts the same way.
    case json
    /// A property list, binary or XML.
    case propertyList

    /// Detects the format from the first bytes after a byte order mark and white space, or returns `nil`.
    init?(_ bytes: [UInt8]) {
        var start = bytes.prefix(1_024)
        if start.starts(with: [0xEF, 0xBB, 0xBF]) { start.removeFirst(3) }
        start = start.drop { [0x09, 0x0A, 0x0D, 0x20].contains($0) }
        switch start.first {
        case UInt8(ascii: "{"), UInt8(ascii: "["): self = .json
        case UInt8(ascii: "<"): self = .propertyList
        case UInt8(ascii: "b") where start.starts(with: "bplist".utf8): self = .propertyList
        default: return nil
        }
    }
}
