/// An enum of your own whose cases are models of different stores, and whose members are those that all models share.
///
/// Conform to it if the cases of ``DualSource`` have the wrong names for your app. The shared members are read as if the
/// enum were one model, without casts; reading a member that only one model has doesn't compile.
///
/// ```swift
/// enum BookSource: SharedSource {
///     case firestore(FirestoreBook)
///     case cloudSQL(SQLBook)
///
///     var shared: any Book {
///         switch self {
///         case .firestore(let book): book
///         case .cloudSQL(let book): book
///         }
///     }
/// }
///
/// print(source.title)
/// ```
///
/// For `Identifiable`, add `var id: String { shared.id }`. To write members, conform to ``WritableSharedSource``,
/// unless the models are classes.
@dynamicMemberLookup
public protocol SharedSource<Shared> {
    /// The type of a value with the shared members, such as `any Book`.
    associatedtype Shared

    /// The model as a value of the shared type.
    var shared: Shared { get }
}

extension SharedSource {
    /// A member that all models share.
    @inlinable
    public subscript<Member>(dynamicMember member: KeyPath<Shared, Member>) -> Member { shared[keyPath: member] }

    /// A writable member that all models share, if they are classes.
    @inlinable
    public subscript<Member>(dynamicMember member: ReferenceWritableKeyPath<Shared, Member>) -> Member {
        get { shared[keyPath: member] }
        nonmutating set { shared[keyPath: member] = newValue }
    }
}

/// A ``SharedSource`` whose members can be written.
///
/// Let each model say which case it belongs to. The compiler then checks that the setter knows all models:
///
/// ```swift
/// protocol Book {
///     var title: String { get set }
///     var source: BookSource { get }
/// }
///
/// extension FirestoreBook: Book { var source: BookSource { .firestore(self) } }
/// extension SQLBook: Book { var source: BookSource { .cloudSQL(self) } }
///
/// enum BookSource: WritableSharedSource {
///     case firestore(FirestoreBook)
///     case cloudSQL(SQLBook)
///
///     var shared: any Book {
///         get {
///             switch self {
///             case .firestore(let book): book
///             case .cloudSQL(let book): book
///             }
///         }
///         set { self = newValue.source }
///     }
/// }
/// ```
public protocol WritableSharedSource<Shared>: SharedSource {
    /// The model as a value of the shared type; setting it stores the model in its case.
    var shared: Shared { get set }
}

extension WritableSharedSource {
    /// A writable member that all models share.
    @inlinable
    public subscript<Member>(dynamicMember member: WritableKeyPath<Shared, Member>) -> Member {
        get { shared[keyPath: member] }
        set { shared[keyPath: member] = newValue }
    }
}
