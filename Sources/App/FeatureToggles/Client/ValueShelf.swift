import ToggleBase

/// Stores the strings and objects that the words of a table point to.
///
/// A read follows a word to its string without a lock or a reference count, so a published value must not be freed
/// before the table is. Values recur, for example when a developer flips a toggle back and forth, so each value is
/// stored only once. A toggle whose values don't recur would use more and more memory. When its values exceed the
/// ``budget``, its word becomes ``guardedWord``, and from then on reads of that toggle take a lock.
struct ValueShelf: Sendable {
    /// The word for "use the typed key's default".
    static let defaultWord: UInt64 = 0
    /// The word for "the value is protected by the lock".
    static let guardedWord: UInt64 = 1
    /// The approximate maximum size in bytes of the values stored for one toggle.
    static let budget = 1 << 18

    private var texts: [TextOfBytes: TextBox] = [:]
    private var objects: [UInt64: [(json: JSONValue, object: any AnyObject & Sendable)]] = [:]
    private var bytes: [UInt64: Int] = [:]
    /// The values that exceeded the budget, by identifier.
    ///
    /// A toggle stays in this dictionary once it is in it.
    private(set) var guarded: [UInt64: GuardedValue] = [:]

    /// Returns the word of a toggle that no source has a value for.
    static func wordOfDefault(_ type: ToggleType, _ value: JSONValue) -> UInt64 {
        switch type {
        case .string, .json: defaultWord
        case .bool, .int, .double, .variants: type.bits(of: value) ?? 0
        }
    }

    /// Returns the word of a resolved toggle.
    mutating func word(of resolved: Evaluation<JSONValue?>, _ toggle: ToggleDefinition) -> UInt64 {
        let isDefault = resolved.source == .default
        let value = resolved.value ?? toggle.defaultValue
        switch (toggle.type, value) {
        case (.string, .string(let text)):
            return word(of: isDefault ? nil : text, id: toggle.id)
        case (.json, _):
            return word(of: isDefault ? nil : value, resolved.decoded.object, toggle)
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

    private mutating func word(
        of json: JSONValue?,
        _ decoded: (any AnyObject & Sendable)?,
        _ toggle: ToggleDefinition
    ) -> UInt64 {
        let isGuarded = guarded[toggle.id] != nil
        guard let json, let object = decoded ?? toggle.decodeObject(json) else {
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
    /// Returns the string that the word of a string toggle points to.
    @inline(__always)
    static func text(at word: UInt64, guarded: () -> String?) -> String? {
        guard word > guardedWord, let address = UnsafeRawPointer(bitPattern: UInt(word)) else {
            return word == guardedWord ? guarded() : nil
        }
        // The words of string toggles point only to text boxes, and the shelf keeps them as long as the table exists.
        return Unmanaged<TextBox>.fromOpaque(address)._withUnsafeGuaranteedRef { $0.text }
    }

    /// Returns the object that the word of a JSON toggle points to.
    @inline(__always)
    static func object(
        at word: UInt64,
        guarded: () -> (any AnyObject & Sendable)?
    ) -> (any AnyObject & Sendable)? {
        guard word > guardedWord, let address = UnsafeRawPointer(bitPattern: UInt(word)) else {
            return word == guardedWord ? guarded() : nil
        }
        // The words of JSON toggles point only to their objects, and the shelf keeps them as long as the table exists.
        return Unmanaged<any AnyObject & Sendable>.fromOpaque(address).takeUnretainedValue()
    }
}

/// A value that exceeded the budget of the shelf.
///
/// It stands for the typed key's default if it has neither a string nor an object.
struct GuardedValue: Sendable {
    var text: String?
    var object: (any AnyObject & Sendable)?
}

/// A string with an address.
private final class TextBox: Sendable {
    let text: String

    init(_ text: String) {
        self.text = text
    }

    var word: UInt64 { ValueShelf.word(of: self) }
}

extension JSONValue {
    /// The approximate size of the value in memory, in bytes.
    ///
    /// Values come from documents with limited depth, so the recursion is limited, too.
    fileprivate var approximateSize: Int {
        switch self {
        case .null, .bool, .integer, .number: 32
        case .string(let text): 32 + text.utf8.count
        case .array(let elements): elements.reduce(32) { $0 + $1.approximateSize }
        case .object(let object): object.members.reduce(32) { $0 + 16 + $1.name.utf8.count + $1.value.approximateSize }
        }
    }
}
