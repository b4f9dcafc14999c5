public import StoreMigration

/// Checks that a store meets the requirements of `ReplayStore`, for implementers of the protocol.
///
/// ```swift
/// @Test func conforms() async throws {
///     try await ReplayStoreConformance(
///         makePlace: { try TemporaryFolder() },
///         open: { ReplayableBooks(path: $0.path) },
///         payload: { Array(try JSONEncoder().encode(Book(id: $0.number, modified: $0.modified, title: $0.text))) },
///         key: { "\($0.number)" }
///     ).check()
/// }
/// ```
public struct ReplayStoreConformance<Place: Sendable, Store: ReplayStore>: Sendable {
    private let makePlace: @Sendable () async throws -> Place
    private let open: @Sendable (Place) async throws -> Store
    private let payload: @Sendable (SampleRecord) throws -> [UInt8]
    private let key: @Sendable (SampleRecord) -> String

    /// Describes the store.
    ///
    /// - Parameters:
    ///   - makePlace: A closure that creates an empty place, such as a folder or a table on a server, which no other
    ///     call returns.
    ///   - open: A closure that opens the store at a place. It is called again for the same place, as after a restart.
    ///     A store in memory returns the same instance.
    ///   - payload: A closure that returns a record's content, exactly as the store returns it. Records with different
    ///     texts, times, or numbers must differ.
    ///   - key: A closure that returns the key of a record, which depends on its number alone.
    public init(
        makePlace: @escaping @Sendable () async throws -> Place,
        open: @escaping @Sendable (Place) async throws -> Store,
        payload: @escaping @Sendable (SampleRecord) throws -> [UInt8],
        key: @escaping @Sendable (SampleRecord) -> String
    ) {
        self.makePlace = makePlace
        self.open = open
        self.payload = payload
        self.key = key
    }

    /// Runs every check.
    ///
    /// - Throws: ``ConformanceError`` with every violation, or any error that the closures throw.
    public func check() async throws {
        var promises = Promises()
        try await promises.run(checkContent)
        try await promises.run(checkVersions)
        try await promises.run(checkDeletions)
        try promises.end()
    }

    // MARK: Checks

    private func checkContent(_ promises: inout Promises) async throws {
        let place = try await makePlace()
        let samples = SampleRecord.list(0..<5, of: "ada")
        let keys = samples.map(key)
        promises.expect(
            try await open(place).records(keys).isEmpty,
            "an empty store returns records; leave out those that the store lacks"
        )
        try await open(place).check(samples.map(restored))
        promises.expect(
            try await open(place).records(keys).isEmpty,
            "check(_:) stores records; it must not write anything"
        )
        try await open(place).restore(samples.map(restored))
        for moment in ["after they are restored", "after they are restored again"] {
            promises.expect(
                try await has(samples, in: place, asking: keys),
                "the records \(moment) are not the restored ones, with the same content and time"
            )
            try await open(place).restore(samples.map(restored))
        }
        promises.expect(
            try await has([samples[1]], in: place, asking: [keys[1], key(sample(9, at: 9, "unknown"))]),
            "records(_:) doesn't return exactly the records with the given keys"
        )
        promises.expect(
            try await open(place).records([]).isEmpty,
            "records(_:) returns records although no keys are given"
        )
    }

    private func checkVersions(_ promises: inout Promises) async throws {
        let place = try await makePlace()
        let first = sample(0, at: 10, "first")
        let keys = [key(first)]
        try await open(place).restore([restored(first)])
        try await open(place).restore([restored(sample(0, at: 9, "older"))])
        promises.expect(
            try await has([first], in: place, asking: keys),
            "a restored record replaced one that was written later; keep the later one"
        )
        let same = sample(0, at: 10, "same time")
        try await open(place).restore([restored(same)])
        promises.expect(
            try await has([same], in: place, asking: keys),
            "a restored record didn't replace one that was written at the same time, which may be damaged"
        )
        let newer = sample(0, at: 11, "newer")
        try await open(place).restore([restored(newer)])
        promises.expect(
            try await has([newer], in: place, asking: keys),
            "a restored record didn't replace one that was written earlier"
        )
    }

    private func checkDeletions(_ promises: inout Promises) async throws {
        let place = try await makePlace()
        let record = sample(0, at: 10, "present")
        let other = sample(1, at: 10, "present")
        let keys = [key(record), key(other)]
        try await open(place).restore([restored(record), restored(other)])
        func delete(at seconds: Int) async throws {
            let deletion = RestoredRecord(key: key(record), modified: .sample(seconds), payload: nil)
            try await open(place).restore([deletion])
        }
        try await delete(at: 9)
        promises.expect(
            try await has([record, other], in: place, asking: keys),
            "a deletion removed a record that was written later; keep the record"
        )
        try await delete(at: 11)
        promises.expect(
            try await has([other], in: place, asking: keys),
            "a record without a payload wasn't deleted, or others were; remove it, or keep a tombstone without a payload"
        )
        try await delete(at: 11)
        promises.expect(
            try await has([other], in: place, asking: keys),
            "a deletion of a missing record changed something"
        )
    }

    // MARK: Helpers

    private func sample(_ number: Int, at seconds: Int, _ text: String) -> SampleRecord {
        SampleRecord(number: number, user: "ada", modified: .sample(seconds), text: text)
    }

    private func restored(_ sample: SampleRecord) throws -> RestoredRecord {
        RestoredRecord(key: key(sample), modified: sample.modified, payload: try payload(sample))
    }

    /// Returns whether the store, opened again, contains exactly these of the records with some keys.
    private func has(_ samples: [SampleRecord], in place: Place, asking keys: [String]) async throws -> Bool {
        let found = try await open(place).records(keys).filter { $0.value.payload != nil }
        let wanted = try Dictionary(
            samples.map { (key($0), StoredRecord(modified: $0.modified, payload: try payload($0))) },
            uniquingKeysWith: { $1 }
        )
        return found == wanted
    }
}
