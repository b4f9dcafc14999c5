/// A staged secret, with the secret that it replaces.
///
/// Both are in the store of secrets, because a digest of the old one in the settings would reveal short secrets.
struct StagedSecret {
    private static let lengthSize = 8

    /// The new secret; `nil` to remove it.
    let new: Secret?
    /// The previous secret; `nil` if there was none.
    let before: Secret?
    /// How the new secret is protected; `nil` for the choice of the store.
    let protection: String?

    init(new: Secret?, before: Secret?, protection: String? = nil) {
        self.new = new
        self.before = before
        self.protection = protection
    }

    /// Both in one secret: flags (1 for the previous one, 2 for the new one, 4 for a protection), the length of the
    /// previous one in eight bytes (big-endian), the previous one, the protection with its length in the same way, the
    /// new one.
    var secret: Secret {
        let (old, new) = (before?.bytes ?? [], new?.bytes ?? [])
        let flags: UInt8 = (before == nil ? 0 : 1) | (self.new == nil ? 0 : 2) | (protection == nil ? 0 : 4)
        let protection = protection.map { Self.counted(Array($0.utf8)) } ?? []
        return Secret([flags] + Self.counted(old) + protection + new)
    }

    private static func counted(_ bytes: [UInt8]) -> [UInt8] {
        (0..<lengthSize).reversed().map { UInt8(truncatingIfNeeded: UInt64(bytes.count) >> ($0 * 8)) } + bytes
    }

    /// Removes counted bytes from the beginning, or returns `nil` if they are incomplete.
    private static func takeCounted(_ rest: inout ArraySlice<UInt8>) -> [UInt8]? {
        guard rest.count >= lengthSize else { return nil }
        let length = rest.prefix(lengthSize).reduce(0 as UInt64) { $0 << 8 | UInt64($1) }
        rest = rest.dropFirst(lengthSize)
        guard let length = Int(exactly: length), length <= rest.count else { return nil }
        defer { rest = rest.dropFirst(length) }
        return Array(rest.prefix(length))
    }

    /// Parses both, or returns `nil` if the bytes are invalid.
    init?(_ secret: Secret) {
        guard let flags = secret.bytes.first, flags <= 7 else { return nil }
        var rest = secret.bytes.dropFirst()
        guard let old = Self.takeCounted(&rest) else { return nil }
        before = flags & 1 == 0 ? nil : Secret(old)
        if flags & 4 == 0 {
            protection = nil
        } else {
            guard let text = Self.takeCounted(&rest) else { return nil }
            protection = String(decoding: text, as: UTF8.self)
        }
        new = flags & 2 == 0 ? nil : Secret(Array(rest))
    }
}
