import ToggleBase

/// Validates records before they are written to a store.
///
/// A store without a schema accepts a record with a misspelled field, and this goes unnoticed as long as reads come from the
/// other store. Create a validator for each record type, and write through it in the closure for the new store:
///
/// ```swift
/// let cloudBooks = RecordValidator<[String: any Sendable]>(
///     RecordShape("book", ["title": .string, "pageCount": .integer])
/// )
///
/// try await migration.write("save", record: book.id) {
///     try await sqlite.save(book)
/// } new: {
///     try await cloudBooks.write(book.document) { try await cloud.save($0) }
/// }
/// ```
///
/// An invalid record isn't written: the closure throws ``InvalidRecordError``. As long as the old store is
/// authoritative, this counts as a half-write, and the summary shows the record's key and what is wrong. Once the new
/// store is authoritative, the caller gets the error.
public struct RecordValidator<Record: Sendable>: Sendable {
    /// The name of the record type, for people.
    public let name: String
    private let findProblems: @Sendable (Record) -> [String]

    /// Creates a validator with your own check.
    ///
    /// - Parameters:
    ///   - name: The name of the record type, for people.
    ///   - problems: A closure that returns a sentence for each problem of a record. The sentences appear in summaries
    ///     and files, so they shouldn't contain values.
    public init(_ name: String, problems: @escaping @Sendable (Record) -> [String]) {
        self.name = name
        findProblems = problems
    }

    /// Creates a validator for records that become a dictionary before they are written.
    ///
    /// - Parameters:
    ///   - shape: The shape of the records in the store.
    ///   - fields: A closure that returns the fields of a record, exactly as they are written.
    public init(_ shape: RecordShape, fields: @escaping @Sendable (Record) -> [String: Any]) {
        self.init(shape.name) { shape.problems(in: fields($0)) }
    }

    /// Throws an error if a record is invalid.
    ///
    /// ``write(_:to:)`` calls it. Call it yourself where records reach the store in another way, for example in your
    /// ``BackfillDestination``.
    ///
    /// - Parameter record: The record.
    /// - Throws: ``InvalidRecordError`` with all problems.
    public func check(_ record: Record) throws(InvalidRecordError) {
        let problems = findProblems(record)
        if !problems.isEmpty { throw InvalidRecordError(type: name, problems: problems) }
    }

    /// Writes a record if it is valid.
    ///
    /// - Parameters:
    ///   - record: The record, as it is to be written.
    ///   - store: A closure that writes it.
    /// - Returns: The result of the closure.
    /// - Throws: ``InvalidRecordError``, without calling the closure, or the closure's error.
    @discardableResult
    public func write<Value>(
        _ record: Record,
        to store: (Record) async throws -> Value
    ) async throws -> Value {
        try check(record)
        return try await store(record)
    }
}

extension RecordValidator where Record == [String: any Sendable] {
    /// Creates a validator for records that are dictionaries.
    ///
    /// - Parameter shape: The shape of the records in the store.
    public init(_ shape: RecordShape) {
        self.init(shape) { $0 }
    }
}

extension RecordValidator where Record: Encodable {
    /// Creates a validator for records that are written in their encoded form.
    ///
    /// Types that encode themselves differently depending on the encoder, such as `Date` and `Data`, are checked as they
    /// encode themselves by default: a number, and an array of numbers.
    ///
    /// - Parameter shape: The shape of the records in the store.
    public init(_ shape: RecordShape) {
        self.init(shape.name) { record in
            do {
                return shape.problems(in: try JSONValueEncoder.encode(record))
            } catch {
                return ["The record can't be encoded: \(type(of: error))."]
            }
        }
    }
}
