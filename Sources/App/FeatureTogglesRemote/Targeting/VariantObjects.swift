import FeatureToggles

/// The objects that reads of a JSON toggle return, one for each value that the document has for it.
///
/// A value is decoded when a read first selects it, because a document can have thousands of variants of which a
/// client needs a few, or in advance (see ``DecodedVariants``).
final class VariantObjects: Sendable {
    private let objects: LazyObjects
    private let count: Int
    private let isDecodedInAdvance: Bool
    private let decode: @Sendable (Int) -> (any AnyObject & Sendable)?

    /// Creates objects that are not decoded yet.
    ///
    /// - Parameters:
    ///   - count: The number of values.
    ///   - isDecodedInAdvance: Whether only ``decodeAll()`` decodes values, and not reads.
    ///   - decode: Decodes a value by its index, or returns `nil` if it isn't a valid value of the toggle.
    init(count: Int, isDecodedInAdvance: Bool, decode: @escaping @Sendable (Int) -> (any AnyObject & Sendable)?) {
        objects = LazyObjects(count: count)
        self.count = count
        self.isDecodedInAdvance = isDecodedInAdvance
        self.decode = decode
    }

    /// Returns the object of a value, and decodes the value if this is the first call for it.
    ///
    /// - Parameter index: The index of the variant in the document.
    /// - Returns: The object, or `nil` if the value isn't valid or is still being decoded.
    func object(at index: Int) -> (any AnyObject & Sendable)? {
        if isDecodedInAdvance { return objects.existingObject(at: index) ?? nil }
        return objects.object(at: index) { decode(index) }
    }

    /// Returns whether a value will be decoded in advance, but isn't decoded yet.
    func isPending(at index: Int) -> Bool {
        isDecodedInAdvance && objects.existingObject(at: index) == nil
    }

    /// Decodes all values.
    func decodeAll() {
        for index in 0..<count { _ = objects.object(at: index) { decode(index) } }
    }
}
