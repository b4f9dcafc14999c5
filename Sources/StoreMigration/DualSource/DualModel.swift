/// One of the two models between which a ``DualSource`` stands.
///
/// The protocol of what both models share refines it, and says once how a model becomes a value of that protocol and
/// how such a value becomes the dual source again. The compiler checks both ways; nothing is cast.
///
/// ```swift
/// protocol Book: DualModel where Shared == any Book, Dual == DualSource<SQLiteBook, FirestoreBook> {
///     var title: String { get set }
///     var pageCount: Int { get set }
/// }
///
/// extension Book {
///     var asShared: any Book { self }
///     static func dual(of shared: any Book) -> Dual { shared.asDual }
/// }
///
/// extension SQLiteBook: Book {}
/// extension FirestoreBook: Book {}
/// ```
///
/// The two models are two types. Members of the protocol may have any type that does not mention `Self`, and those that are `{ get set }` can be written
/// through the dual source. Name them as the new model does: nothing is renamed then when the old one goes.
public protocol DualModel {
    /// What both models share, as the type of any value that has it: `any Book`.
    associatedtype Shared
    /// The dual source of this model and the other one.
    associatedtype Dual

    /// The model as a value of what both share: `self`.
    var asShared: Shared { get }

    /// The model as one of the two.
    ///
    /// Models of a ``DualSource`` have it without a line of their own.
    var asDual: Dual { get }

    /// The dual source that a shared value is one of: its ``asDual``.
    ///
    /// - Parameter shared: One of the two models.
    /// - Returns: It, with its type known again.
    static func dual(of shared: Shared) -> Dual
}

/// What a model needs to know of ``DualSource`` to become one: its two models, without what they have to fulfil.
///
/// Only ``DualSource`` conforms to it.
public protocol DualSourceOfTwo {
    /// The model of the old store.
    associatedtype Old
    /// The model of the new store.
    associatedtype New

    /// A value of the old store.
    static func old(_ model: Old) -> Self
    /// A value of the new store.
    static func new(_ model: New) -> Self
}

extension DualModel where Dual: DualSourceOfTwo, Dual.Old == Self {
    /// The model as the old one of the two.
    @inlinable
    public var asDual: Dual { .old(self) }
}

extension DualModel where Dual: DualSourceOfTwo, Dual.New == Self {
    /// The model as the new one of the two.
    @inlinable
    public var asDual: Dual { .new(self) }
}
