/// A staged secret, with the secret that it replaces.
///
/// Both are in the store of secrets, because a digest of the old one in the settings would reveal short secrets.
struct StagedSecret {
    private static let lengthSize = 8

    /// The new secret; `nil` to remove it.
    let new: Secret?
    /// The previous secret; `nil` if there was none.
    let before: Secret?

    init(new: Secret?, before: Secret?) {
        self.new = new
        self.before = before
    }

    /// Both in one secret: flags (1 for the previous one, 2 for the new one), the length of the previous one in eight
    /// bytes (big-endian), the previous one, the new one.
    var secret: Secret {
        let (old, new) = (before?.bytes ?? [], new?.bytes ?? [])
        let flags: UInt8 = (before == nil ? 0 : 1) | (self.new == nil ? 0 : 2)
        let length = (0..<Self.lengthSize).reversed().map { UInt8(truncatingIfNeeded: UInt64(old.count) >> ($0 * 8)) }
        return Secret([flags] + length + old + new)
    }

    /// Parses both, or returns `nil` if the bytes are invalid.
    init?(_ secret: Secret) {
        let bytes = secret.bytes
        guard let flags = bytes.first, flags <= 3, bytes.count > Self.lengthSize else { return nil }
        let length = bytes[1...Self.lengthSize].reduce(0 as UInt64) { $0 << 8 | UInt64($1) }
        let rest = bytes[(Self.lengthSize + 1)...]
        guard let length = Int(exactly: length), length <= rest.count else { return nil }
        before = flags & 1 == 0 ? nil : Secret(Array(rest.prefix(length)))
        new = flags & 2 == 0 ? nil : Secret(Array(rest.dropFirst(length)))
    }
}
