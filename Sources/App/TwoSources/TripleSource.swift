/// A value from any of three stores whose models differ a little, for a move that begins before the previous one ends.
///
/// It reads like a ``DualSource`` with one more case, and the protocol of the shared members stays the same:
///
/// ```swift
/// typealias BookSource = TripleSource<SQLiteBook, FirestoreBook, CloudBook>
///
/// var book = BookSource.oldest(SQLiteBook(title: "Emma", pages: 474))
/// book.title = "Emma, a novel"       // changes the title of the SQLite model
/// switch book {
/// case .oldest(let book): print(book.rowID)
/// case .old(let book): print(book.documentID)
/// case .new(let book): print(book.recordName)
/// }
/// ```
///
/// The current move goes from the store of `old` to that of `new`, like in a dual source. The store of `oldest` is the
/// one that the previous move came from. When it is gone, the type becomes `DualSource<FirestoreBook, CloudBook>`, and
/// values that were encoded in the meantime can still be decoded.
///
/// A triple source is `Equatable`, `Hashable`, `Codable`, `Identifiable` (with an `ID` of the same type),
/// `BitwiseCopyable`, and `Sendable` if all models are.
///
/// - Complexity: Like that of a ``DualSource``.
@dynamicMemberLookup
@frozen
public enum TripleSource<Oldest, Old, New>: TripleSourceOfThree {
    /// A value of the store that the previous move came from.
    case oldest(Oldest)
    /// A value of the old store.
    case old(Old)
    /// A value of the new store.
    case new(New)

    /// Creates a value from one of the previous move, whose new store is now the old one.
    ///
    /// Use it for values that were encoded as a dual source before the current move began: decode them as a
    /// `DualSource<Oldest, Old>`, and convert them.
    ///
    /// - Parameter value: The value.
    @inlinable
    public init(_ value: DualSource<Oldest, Old>) {
        switch value {
        case .old(let model): self = .oldest(model)
        case .new(let model): self = .old(model)
        }
    }
}

// Synthesized conformances must be declared in this file.

extension TripleSource: Sendable where Oldest: Sendable, Old: Sendable, New: Sendable {}

extension TripleSource: BitwiseCopyable
where Oldest: BitwiseCopyable, Old: BitwiseCopyable, New: BitwiseCopyable {}

/// Values are equal if they are from the same store and their models are equal.
extension TripleSource: Equatable where Oldest: Equatable, Old: Equatable, New: Equatable {}

extension TripleSource: Hashable where Oldest: Hashable, Old: Hashable, New: Hashable {}

/// A value keeps its identity when it moves between the stores, so all models need the same type of identifier.
extension TripleSource: Identifiable
where Oldest: Identifiable, Old: Identifiable, New: Identifiable, Oldest.ID == New.ID, Old.ID == New.ID {
    /// The model's identifier.
    @inlinable
    public var id: New.ID {
        switch self {
        case .oldest(let model): model.id
        case .old(let model): model.id
        case .new(let model): model.id
        }
    }
}

/// The parts of ``TripleSource`` that a model needs to become one: its three models, without their requirements.
///
/// Only ``TripleSource`` conforms to it.
public protocol TripleSourceOfThree {
    /// The model of the store that the previous move came from.
    associatedtype Oldest
    /// The model of the old store.
    associatedtype Old
    /// The model of the new store.
    associatedtype New

    /// Creates a value of the store that the previous move came from.
    static func oldest(_ model: Oldest) -> Self
    /// Creates a value of the old store.
    static func old(_ model: Old) -> Self
    /// Creates a value of the new store.
    static func new(_ model: New) -> Self
}

extension DualModel where Dual: TripleSourceOfThree, Dual.Oldest == Self {
    /// The model as the triple source's oldest model.
    @inlinable
    public var asDual: Dual { .oldest(self) }
}

extension DualModel where Dual: TripleSourceOfThree, Dual.Old == Self {
    /// The model as the triple source's old model.
    @inlinable
    public var asDual: Dual { .old(self) }
}

extension DualModel where Dual: TripleSourceOfThree, Dual.New == Self {
    /// The model as the triple source's new model.
    @inlinable
    public var asDual: Dual { .new(self) }
}
