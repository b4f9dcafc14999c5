/// A value that comes from either of two stores, whose models differ a little.
///
/// While data moves from one store to another, a screen gets its values from both. What the two models share is read and
/// written through the dual source as if it were one model; what only one of them has is reached by a `switch`, which
/// the compiler keeps exhaustive.
///
/// ```swift
/// typealias BookSource = DualSource<SQLiteBook, FirestoreBook>
///
/// var book = BookSource.old(SQLiteBook(title: "Emma", pages: 474))
/// book.title = "Emma, a novel"       // still the old model, with another title
/// switch book {
/// case .old(let book): print(book.rowID)
/// case .new(let book): print(book.documentID)
/// }
/// ```
///
/// What is shared is declared as a protocol that refines ``DualModel``. Members are key paths of it, checked when the
/// program is compiled: one that only one model has does not compile, nor does writing one that is read-only.
///
/// It is `Equatable`, `Hashable`, `Codable`, `Identifiable` (by an `ID` of the same type), `BitwiseCopyable` and
/// `Sendable` when both models are.
///
/// When the old store is gone, `typealias BookSource = FirestoreBook` takes its place: every line that reads or writes a
/// member stays as it is, and the compiler lists each `switch` and each `.old` that is left.
///
/// - Complexity: Reading or writing a member is O(1) and copies the model: tens of nanoseconds. Where a model is larger
///   than three words, its copy is allocated. Loops over very many values better `switch` first.
@dynamicMemberLookup
@frozen
public enum DualSource<Old, New>: DualSourceOfTwo {
    /// A value of the old store.
    case old(Old)
    /// A value of the new store.
    case new(New)
}

// What the compiler writes stands in this file, or it would not.

extension DualSource: Sendable where Old: Sendable, New: Sendable {}

extension DualSource: BitwiseCopyable where Old: BitwiseCopyable, New: BitwiseCopyable {}

/// Values are equal when they are of the same store and their models are equal.
///
/// A value of the old and one of the new store are never equal, however alike they are, since they are of two types.
/// Compare what is shared: `old.agrees(with: new, on: \.title)`.
extension DualSource: Equatable where Old: Equatable, New: Equatable {}

extension DualSource: Hashable where Old: Hashable, New: Hashable {}
