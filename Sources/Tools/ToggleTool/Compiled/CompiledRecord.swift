/// The optional fields of a toggle's record.
struct CompiledFields: OptionSet {
    let rawValue: UInt8

    /// The remote parameter differs from the key.
    static let remote = CompiledFields(rawValue: 1)
    static let details = CompiledFields(rawValue: 2)
    /// The owner is not empty.
    static let owner = CompiledFields(rawValue: 4)
    static let permanent = CompiledFields(rawValue: 8)
    static let issue = CompiledFields(rawValue: 16)
    static let retired = CompiledFields(rawValue: 32)

    static let all: CompiledFields = [.remote, .details, .owner, .permanent, .issue, .retired]
}

/// The first byte of a value's record.
enum CompiledValueKind: UInt8 {
    case null, `false`, `true`, integer, number, string, array, object
}

/// The first byte of a type's record.
enum CompiledTypeKind: UInt8 {
    case bool, int, double, string, variants, json
}

/// The offsets of the fields in a toggle's record.
enum CompiledRecord {
    static let id = 0
    static let key = 8
    static let type = 12
    static let category = 16
    static let fields = 17
    /// The kind of the default; `value` contains the number of its text, or its offset among the values.
    static let kind = 18
    static let value = 20
    static let remote = 24
    /// The offset of the retired parameters among the values.
    static let retired = 28
    static let description = 32
    static let owner = 36
    static let created = 40
    static let expires = 44
    static let issue = 48
    static let size = 52
}
