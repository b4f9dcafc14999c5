/// What rules look at, without ownership: who is asking, and what is known about them.
package struct FlatContext {
    /// The targeting key: a string or `null`.
    package var targetingKey: FlatValue
    /// The attributes.
    package var attributes: UnsafeBufferPointer<FlatMember>
    /// Attributes that count where `attributes` has none of the name.
    package var ambient: UnsafeBufferPointer<FlatMember>

    /// Creates a context of values that somebody else keeps.
    package init(targetingKey: FlatValue = .null, attributes: FlatValue = .null) {
        self.targetingKey = targetingKey
        self.attributes = attributes.members
        ambient = UnsafeBufferPointer(start: nil, count: 0)
    }

    /// This context in front of another one.
    @inlinable
    package func over(_ other: FlatContext) -> FlatContext {
        var result = self
        if targetingKey.kind == .null { result.targetingKey = other.targetingKey }
        result.ambient = other.attributes
        return result
    }

    /// An attribute by name, or `nil`.
    @inlinable
    @inline(__always)
    package func value(of name: FlatString) -> FlatValue? {
        FlatMember.value(of: name, in: attributes)
            ?? (ambient.isEmpty ? nil : FlatMember.value(of: name, in: ambient))
    }
}
