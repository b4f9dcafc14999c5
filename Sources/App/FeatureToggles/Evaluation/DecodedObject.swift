/// The object that reads of a JSON toggle return, kept next to the value that it was decoded from.
///
/// Checking a value decodes it, and the object is handed on so that nothing decodes the same value again. Two of these
/// are always equal, because evaluations are compared by their values.
package struct DecodedObject: Sendable, Hashable {
    /// The object; `nil` for toggles of other types, and if nothing was decoded yet.
    package let object: (any AnyObject & Sendable)?

    /// Wraps an object.
    package init(_ object: (any AnyObject & Sendable)? = nil) {
        self.object = object
    }

    package static func == (_: Self, _: Self) -> Bool { true }

    package func hash(into _: inout Hasher) {}
}
