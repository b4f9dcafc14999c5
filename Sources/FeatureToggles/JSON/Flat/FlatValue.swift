/// What kind of value a ``FlatValue`` is.
@usableFromInline
package enum FlatKind: UInt8, Sendable, BitwiseCopyable {
    case null, `false`, `true`, integer, number, string, array, object
}

/// A JSON value of two words that owns nothing.
///
/// Bytes, elements and members lie in memory that somebody else keeps: a ``FlatArena``, the text it was read from, the
/// storage of an ``EvaluationContext``. Copying one retains nothing, so walking such values costs what walking an array
/// of numbers costs; whoever holds one holds its owner, too.
@usableFromInline
package struct FlatValue: Sendable, BitwiseCopyable {
    /// The integer, the bits of the number, or the address of bytes, elements or members.
    @usableFromInline
    package let bits: UInt64
    /// How many bytes, elements or members there are.
    @usableFromInline
    package let count: UInt32
    /// What kind of value it is.
    @usableFromInline
    package let kind: FlatKind
    /// How many levels of arrays and objects it has: 0 for a scalar, 1 for an array of scalars.
    @usableFromInline
    package let height: UInt8
    /// Whether it is or has a string longer than the reader's limit.
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

    /// `null`.
    @inlinable
    package static var null: FlatValue { FlatValue(kind: .null) }

    /// What stands for a value that was nested too deep to be read: `null` of the greatest height.
    package static var tooDeep: FlatValue { FlatValue(kind: .null, height: .max) }

    /// A Boolean.
    @inlinable
    package init(_ flag: Bool) {
        self.init(kind: flag ? .true : .false)
    }

    /// An integer.
    @inlinable
    package init(_ integer: Int64) {
        self.init(bits: UInt64(bitPattern: integer), kind: .integer)
    }

    /// A number.
    @inlinable
    package init(_ number: Double) {
        self.init(bits: number.bitPattern, kind: .number)
    }

    /// A string in UTF-8 that somebody else keeps, of fewer than 2^32 bytes.
    @inlinable
    package init(string: UnsafeBufferPointer<UInt8>, isLong: Bool = false) {
        self.init(bits: Self.bits(string.baseAddress), count: string.count, kind: .string, hasLongString: isLong)
    }

    /// An array that somebody else keeps.
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

    /// An object that somebody else keeps.
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

    /// The integer, when it is one.
    @inlinable
    @inline(__always)
    package var integer: Int64 { Int64(bitPattern: bits) }

    /// The number, when it is one.
    @inlinable
    @inline(__always)
    package var number: Double { Double(bitPattern: bits) }

    /// The bytes of a string; empty for anything else.
    @inlinable
    @inline(__always)
    package var bytes: UnsafeBufferPointer<UInt8> {
        guard kind == .string else { return UnsafeBufferPointer(start: nil, count: 0) }
        return UnsafeBufferPointer(start: pointer(), count: pointer(as: UInt8.self) == nil ? 0 : Int(count))
    }

    /// The elements of an array; empty for anything else.
    @inlinable
    @inline(__always)
    package var elements: UnsafeBufferPointer<FlatValue> {
        guard kind == .array else { return UnsafeBufferPointer(start: nil, count: 0) }
        return UnsafeBufferPointer(start: pointer(), count: pointer(as: FlatValue.self) == nil ? 0 : Int(count))
    }

    /// The members of an object in the order of the text; empty for anything else.
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

    /// The value of an object's last member of that name, or `nil`.
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
    /// The value of the last member of that name, or `nil`.
    ///
    /// - Complexity: O(*n*) in the number of members, one comparison of a word each.
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
