/// Keeps the texts and objects that words of a table point to.
///
/// A read follows a word to its text without lock or reference count, so nothing that was ever published may be freed
/// before the table is. Values come back again and again (a person flips a toggle to and fro), therefore each is kept
/// once. A toggle whose values never come back would grow without end: past its ``budget`` its word becomes
/// ``guardedWord``, and reads of that toggle take a lock from then on.
struct ValueShelf: Sendable {
    /// Means "take the typed key's default".
    static let defaultWord: UInt64 = 0
    /// Means "the value is behind the lock".
    static let guardedWord: UInt64 = 1
    /// How many bytes of values are kept for one toggle at most, roughly.
    static let budget = 1 << 18

    private var texts: [TextOfBytes: TextBox] = [:]
    private var objects: [UInt64: [(json: JSONValue, object: any AnyObject & Sendable)]] = [:]
    private var bytes: [UInt64: Int] = [:]
    /// The values that found no room, by identifier.
    ///
    /// A toggle that is in here stays in here.
    private(set) var guarded: [UInt64: GuardedValue] = [:]

    /// The word that stands for a toggle that nothing was said about.
    static func wordOfDefault(_ type: ToggleType, _ value: JSONValue) -> UInt64 {
        switch type {
        case .string, .json: defaultWord
        case .bool, .int, .double, .variants: type.bits(of: value) ?? 0
        }
    }

    /// The word that stands for a resolved toggle.
    mutating func word(of resolved: ResolvedToggle, _ toggle: ToggleDefinition) -> UInt64 {
        let isDefault = resolved.source == .default
        let value = resolved.value ?? toggle.defaultValue
        switch (toggle.type, value) {
        case (.string, .string(let text)):
            return word(of: isDefault ? nil : text, id: toggle.id)
        case (.json, _):
            return word(of: isDefault ? nil : value, toggle)
        default:
            return toggle.type.bits(of: value) ?? 0
        }
    }

    private mutating func word(of text: String?, id: UInt64) -> UInt64 {
        if guarded[id] != nil {
            guarded[id] = GuardedValue(text: text)
            return Self.guardedWord
        }
        guard let text else { return Self.defaultWord }
        if let box = texts[TextOfBytes(text)] { return box.word }
        let cost = text.utf8.count + 64
        guard bytes[id, default: 0] + cost <= Self.budget else {
            guarded[id] = GuardedValue(text: text)
            return Self.guardedWord
        }
        bytes[id, default: 0] += cost
        let box = TextBox(text)
        texts[TextOfBytes(text)] = box
        return box.word
    }

    private mutating func word(of json: JSONValue?, _ toggle: ToggleDefinition) -> UInt64 {
        let isGuarded = guarded[toggle.id] != nil
        guard let json, let object = toggle.decodeObject(json) else {
            if isGuarded { guarded[toggle.id] = GuardedValue() }
            return isGuarded ? Self.guardedWord : Self.defaultWord
        }
        if !isGuarded, let kept = objects[toggle.id]?.first(where: { $0.json == json }) {
            return Self.word(of: kept.object)
        }
        let cost = json.approximateSize + 64
        guard !isGuarded, bytes[toggle.id, default: 0] + cost <= Self.budget else {
            guarded[toggle.id] = GuardedValue(object: object)
            return Self.guardedWord
        }
        bytes[toggle.id, default: 0] += cost
        objects[toggle.id, default: []].append((json, object))
        return Self.word(of: object)
    }

    fileprivate static func word(of object: AnyObject) -> UInt64 {
        UInt64(UInt(bitPattern: Unmanaged.passUnretained(object).toOpaque()))
    }
}

// MARK: - Reading

extension ValueShelf {
    /// The text that a word of a string toggle stands for.
    @inline(__always)
    static func text(at word: UInt64, guarded: () -> String?) -> String? {
        guard word > guardedWord, let address = UnsafeRawPointer(bitPattern: UInt(word)) else {
            return word == guardedWord ? guarded() : nil
        }
        // The words of string toggles are made of text boxes only, and the shelf keeps them as long as the table lives.
        return Unmanaged<TextBox>.fromOpaque(address)._withUnsafeGuaranteedRef { $0.text }
    }

    /// The object that a word of a JSON toggle stands for.
    @inline(__always)
    static func object(
        at word: UInt64,
        guarded: () -> (any AnyObject & Sendable)?
    ) -> (any AnyObject & Sendable)? {
        guard word > guardedWord, let address = UnsafeRawPointer(bitPattern: UInt(word)) else {
            return word == guardedWord ? guarded() : nil
        }
        // The words of JSON toggles are made of their objects only, and the shelf keeps them as long as the table lives.
        return Unmanaged<any AnyObject & Sendable>.fromOpaque(address).takeUnretainedValue()
    }
}

/// A value that found no room on the shelf.
///
/// Neither text nor object means the typed key's default.
struct GuardedValue: Sendable {
    var text: String?
    var object: (any AnyObject & Sendable)?
}

/// A text with an address.
private final class TextBox: Sendable {
    let text: String

    init(_ text: String) {
        self.text = text
    }

    var word: UInt64 { ValueShelf.word(of: self) }
}

extension JSONValue {
    /// Roughly the memory that the value takes, in bytes.
    ///
    /// Values come from documents with a limit to their depth.
    package var approximateSize: Int {
        switch self {
        case .null, .bool, .integer, .number: 32
        case .string(let text): 32 + text.utf8.count
        case .array(let elements): elements.reduce(32) { $0 + $1.approximateSize }
        case .object(let object): object.members.reduce(32) { $0 + 16 + $1.name.utf8.count + $1.value.approximateSize }
        }
    }
}
