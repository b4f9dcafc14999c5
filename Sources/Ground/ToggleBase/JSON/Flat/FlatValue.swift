/// The kind of a ``FlatValue``.
@usableFromInline
package enum FlatKind: UInt8, Sendable, BitwiseCopyable {
    case null, `false`, `true`, integer, number, string, array, object
}

/// A JSON value of two words that owns nothing.
///
/// Its bytes, elements, and members are in memory that another object owns: a ``FlatArena``, the text that was read, or
/// the storage of an ``EvaluationContext``. Copies retain nothing, so iterating over such values costs as much as
/// iterating over an array of numbers. The owner must live as long as the value is used.
@usableFromInline
package struct FlatValue: Sendable, BitwiseCopyable {
    /// The integer, the bits of the number, or the address of the bytes, elements, or members.
    @usableFromInline
    package let bits: UInt64
    /// The number of bytes, elements, or members.
    @usableFromInline
    package let count: UInt32
    /// The kind of the value.
    @usableFromInline
    package let kind: FlatKind
    /// The number of nested levels of arrays and objects: 0 for a scalar, 1 for an array of scalars.
    @usableFromInline
    package let height: UInt8
    /// Whether the value is or contains a string longer than the reader's limit.
    @usableFromInline
    package let hasLongString: Bool

    @inlinable
    @inline(__always)
    init(
        bits: UInt64 = 0,
        count: Int = 0,
        kind: FlatKind,
        height: UInt8 = 0,
        hasLongString: Bool = false
    ) {
        self.bits = bits
        self.count = UInt32(truncatingIfNeeded: count)
        self.kind = kind
        self.height = height
        self.hasLongString = hasLongString
    }

    /// The value `null`.
    @inlinable
    package static var null: FlatValue { FlatValue(kind: .null) }

    /// The placeholder for a value that was nested too deep to be read: `null` of the greatest height.
    package static var tooDeep: FlatValue { FlatValue(kind: .null, height: .max) }

    /// Creates a Boolean.
    @inlinable
    package init(_ flag: Bool) {
        self.init(kind: flag ? .true : .false)
    }

    /// Creates an integer.
    @inlinable
    package init(_ integer: Int64) {
        self.init(bits: UInt64(bitPattern: integer), kind: .integer)
    }

    /// Creates a number.
    @inlinable
    package init(_ number: Double) {
        self.init(bits: number.bitPattern, kind: .number)
    }

    /// Creates a string of fewer than 2^32 bytes of UTF-8, which another object owns.
    @inlinable
    package init(string: UnsafeBufferPointer<UInt8>, isLong: Bool = false) {
        self.init(bits: Self.bits(string.baseAddress), count: string.count, kind: .string, hasLongString: isLong)
    }

    /// Creates an array whose elements another object owns.
    package init(elements: UnsafeBufferPointer<FlatValue>) {
        var height: UInt8 = 0
        var isLong = false
        for element in elements {
            height = max(height, element.height)
            isLong = isLong || element.hasLongString
        }
        self.init(
            bits: Self.bits(elements.baseAddress),
            count: elements.count,
            kind: .array,
            height: height == .max ? .max : height + 1,
            hasLongString: isLong
        )
    }

    /// Creates an object whose members another object owns.
    package init(members: UnsafeBufferPointer<FlatMember>) {
        var height: UInt8 = 0
        var isLong = false
        for member in members {
            height = max(height, member.value.height)
            isLong = isLong || member.value.hasLongString || member.name.isLong
        }
        self.init(
            bits: Self.bits(members.baseAddress),
            count: members.count,
            kind: .object,
            height: height == .max ? .max : height + 1,
            hasLongString: isLong
        )
    }

    @inlinable
    @inline(__always)
    static func bits<Pointee>(_ pointer: UnsafePointer<Pointee>?) -> UInt64 {
        UInt64(UInt(bitPattern: pointer))
    }

    /// The integer, if `kind` is `integer`.
    @inlinable
    @inline(__always)
    package var integer: Int64 { Int64(bitPattern: bits) }

    /// The number, if `kind` is `number`.
    @inlinable
    @inline(__always)
    package var number: Double { Double(bitPattern: bits) }

    /// The bytes of a string, or empty for other kinds.
    @inlinable
    @inline(__always)
    package var bytes: UnsafeBufferPointer<UInt8> {
        guard kind == .string else { return UnsafeBufferPointer(start: nil, count: 0) }
        return UnsafeBufferPointer(start: pointer(), count: pointer(as: UInt8.self) == nil ? 0 : Int(count))
    }

    /// The number of values in this value, itself included.
    ///
    /// Values are read with a depth limit, so the recursion is bounded.
    package var partCount: Int {
        switch kind {
        case .array: elements.reduce(1) { $0 + $1.partCount }
        case .object: members.reduce(1) { $0 + $1.value.partCount }
        default: 1
        }
    }

    /// The elements of an array, or empty for other kinds.
    @inlinable
    @inline(__always)
    package var elements: UnsafeBufferPointer<FlatValue> {
        guard kind == .array else { return UnsafeBufferPointer(start: nil, count: 0) }
        return UnsafeBufferPointer(start: pointer(), count: pointer(as: FlatValue.self) == nil ? 0 : Int(count))
    }

    /// The members of an object in the order of the text, or empty for other kinds.
    @inlinable
    @inline(__always)
    package var members: UnsafeBufferPointer<FlatMember> {
        guard kind == .object else { return UnsafeBufferPointer(start: nil, count: 0) }
        return UnsafeBufferPointer(start: pointer(), count: pointer(as: FlatMember.self) == nil ? 0 : Int(count))
    }

    @inlinable
    @inline(__always)
    func pointer<Pointee>(as type: Pointee.Type = Pointee.self) -> UnsafePointer<Pointee>? {
        UnsafePointer(bitPattern: UInt(truncatingIfNeeded: bits))
    }

    /// Returns the value of an object's last member with a name, or `nil`.
    @inlinable
    @inline(__always)
    package subscript(name: FlatString) -> FlatValue? {
        FlatMember.value(of: name, in: members)
    }
}

/// A name and its value in a flat object.
@usableFromInline
package struct FlatMember: BitwiseCopyable {
    @usableFromInline
    package let name: FlatString
    @usableFromInline
    package let value: FlatValue

    /// Creates a member.
    @inlinable
    package init(name: FlatString, value: FlatValue) {
        self.name = name
        self.value = value
    }
}

extension FlatMember {
    /// Returns the value of the last member with a name, or `nil`.
    ///
    /// - Complexity: O(*n*) in the number of members, with one comparison of a word each.
    @inlinable
    @inline(__always)
    package static func value(of name: FlatString, in members: UnsafeBufferPointer<FlatMember>) -> FlatValue? {
        var index = members.count
        while index > 0 {
            index -= 1
            if members[index].name == name { return members[index].value }
        }
        return nil
    }
}
