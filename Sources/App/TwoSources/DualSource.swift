/// A value from either of two stores whose models differ a little.
///
/// While data moves from one store to another, a screen gets its values from both. The members that both models share
/// are read and written through the dual source as if it were one model. Members of only one model are reached with a
/// `switch`, which the compiler keeps exhaustive.
///
/// ```swift
/// typealias BookSource = DualSource<SQLiteBook, FirestoreBook>
///
/// var book = BookSource.old(SQLiteBook(title: "Emma", pages: 474))
/// book.title = "Emma, a novel"       // changes the title of the old model
/// switch book {
/// case .old(let book): print(book.rowID)
/// case .new(let book): print(book.documentID)
/// }
/// ```
///
/// Declare the shared members in a protocol that refines ``DualModel``. They are accessed with its key paths, which the
/// compiler checks: reading a member that only one model has, or writing a read-only one, does not compile.
///
/// A dual source is `Equatable`, `Hashable`, `Codable`, `Identifiable` (with an `ID` of the same type),
/// `BitwiseCopyable`, and `Sendable` if both models are.
///
/// After the old store is removed, replace the type with `typealias BookSource = FirestoreBook`. Every line that reads
/// or writes a member stays as it is, and the compiler lists each remaining `switch` and `.old`.
///
/// - Complexity: Reading or writing a member is O(1) and copies the model, which takes tens of nanoseconds. The copy of
///   a model larger than three words is allocated. In loops over very many values, `switch` first.
@dynamicMemberLookup
@frozen
public enum DualSource<Old, New>: DualSourceOfTwo {
    /// A value of the old store.
    case old(Old)
    /// A value of the new store.
    case new(New)
}

// Synthesized conformances must be declared in this file.

extension DualSource: Sendable where Old: Sendable, New: Sendable {}

extension DualSource: BitwiseCopyable where Old: BitwiseCopyable, New: BitwiseCopyable {}

/// Values are equal if they are from the same store and their models are equal.
///
/// A value of the old store and one of the new store are never equal, however similar, because they have different
/// types. Compare their shared members instead: `old.agrees(with: new, on: \.title)`.
extension DualSource: Equatable where Old: Equatable, New: Equatable {}

extension DualSource: Hashable where Old: Hashable, New: Hashable {}
