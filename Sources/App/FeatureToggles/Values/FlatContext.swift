import ToggleBase

/// The user and the attributes that rules use, in memory that another object owns.
@usableFromInline
package struct FlatContext {
    /// The targeting key: a string or `null`.
    @usableFromInline
    package var targetingKey: FlatValue
    /// The attributes.
    @usableFromInline
    package var attributes: UnsafeBufferPointer<FlatMember>
    /// Attributes that apply if `attributes` contains none with the same name.
    @usableFromInline
    package var ambient: UnsafeBufferPointer<FlatMember>

    /// Creates a context from values that another object owns.
    package init(targetingKey: FlatValue = .null, attributes: FlatValue = .null) {
        self.targetingKey = targetingKey
        self.attributes = attributes.members
        ambient = UnsafeBufferPointer(start: nil, count: 0)
    }

    /// Returns this context on top of another one.
    @inlinable
    package func over(_ other: FlatContext) -> FlatContext {
        var result = self
        if targetingKey.kind == .null { result.targetingKey = other.targetingKey }
        result.ambient = other.attributes
        return result
    }

    /// Returns the attribute with a name, or `nil`.
    @inlinable
    @inline(__always)
    package func value(of name: FlatString) -> FlatValue? {
        FlatMember.value(of: name, in: attributes)
            ?? (ambient.isEmpty ? nil : FlatMember.value(of: name, in: ambient))
    }
}
