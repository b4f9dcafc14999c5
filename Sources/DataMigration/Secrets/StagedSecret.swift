/// A secret that is not in force yet, with the one that was in force when it was kept.
///
/// Both lie in the store of secrets: a digest of the old one among the settings would let others guess a short one.
struct StagedSecret {
    private static let lengthSize = 8

    /// The secret that is to be in force; `nil` for one that is to be removed.
    let new: Secret?
    /// The secret that was in force; `nil` when there was none.
    let before: Secret?

    init(new: Secret?, before: Secret?) {
        self.new = new
        self.before = before
    }

    /// Both as one: what is there (1 for the old one, 2 for the new one), the length of the old one in eight bytes with the
    /// highest first, the old one, the new one.
    var secret: Secret {
        let (old, new) = (before?.bytes ?? [], new?.bytes ?? [])
        let flags: UInt8 = (before == nil ? 0 : 1) | (self.new == nil ? 0 : 2)
        let length = (0..<Self.lengthSize).reversed().map { UInt8(truncatingIfNeeded: UInt64(old.count) >> ($0 * 8)) }
        return Secret([flags] + length + old + new)
    }

    /// Takes both apart; `nil` for what is none.
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
