/// A model that a ``DualSource`` can contain.
///
/// The protocol of the members that both models share refines this one. It defines once how a model becomes a value of
/// that protocol, and how such a value becomes the dual source again. The compiler checks both conversions, without
/// casts.
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
/// The two models must be different types. Members of the protocol may have any type that does not mention `Self`.
/// Members that are `{ get set }` can be written through the dual source. Use the names of the new model, so that
/// nothing has to be renamed when the old one is removed.
public protocol DualModel {
    /// The type of a value with the shared members, such as `any Book`.
    associatedtype Shared
    /// The dual source of this model and the other one.
    associatedtype Dual

    /// The model as a value of the shared type: `self`.
    var asShared: Shared { get }

    /// The model as a dual source.
    ///
    /// Models of a ``DualSource`` get an implementation automatically.
    var asDual: Dual { get }

    /// Returns the dual source for a shared value: its ``asDual``.
    ///
    /// - Parameter shared: One of the two models.
    /// - Returns: The model as a dual source, with its concrete type.
    static func dual(of shared: Shared) -> Dual
}

/// The parts of ``DualSource`` that a model needs to become one: its two models, without their requirements.
///
/// Only ``DualSource`` conforms to it.
public protocol DualSourceOfTwo {
    /// The model of the old store.
    associatedtype Old
    /// The model of the new store.
    associatedtype New

    /// Creates a value of the old store.
    static func old(_ model: Old) -> Self
    /// Creates a value of the new store.
    static func new(_ model: New) -> Self
}

extension DualModel where Dual: DualSourceOfTwo, Dual.Old == Self {
    /// The model as the dual source's old model.
    @inlinable
    public var asDual: Dual { .old(self) }
}

extension DualModel where Dual: DualSourceOfTwo, Dual.New == Self {
    /// The model as the dual source's new model.
    @inlinable
    public var asDual: Dual { .new(self) }
}
