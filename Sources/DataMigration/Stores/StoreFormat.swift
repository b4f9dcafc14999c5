/// What kind of text a file of settings begins as, for messages about a file that was given to the wrong store.
package enum StoreFormat: Sendable, Hashable {
    /// An object or array of JSON, or a property list in the old style, which begins alike.
    case json
    /// A property list, binary or in XML.
    case propertyList

    /// Looks at the first bytes, behind a byte order mark and white space; `nil` for what is neither.
    package init?(_ bytes: [UInt8]) {
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
