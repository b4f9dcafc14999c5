import StoreMigration

/// A source in memory.
struct SampleSource<Record: Sendable>: BackfillSource {
    let samples: [SampleRecord]
    let makeRecord: @Sendable (SampleRecord) throws -> Record

    func page(
        of user: String,
        in range: BackfillRange,
        after cursor: String?,
        limit: Int
    ) async throws -> BackfillPage<Record> {
        let last = cursor.flatMap { Int($0) } ?? -1
        let page = samples.filter { $0.user == user && range.contains($0.modified) && $0.number > last }
            .sorted { $0.number < $1.number }.prefix(limit)
        return BackfillPage(try page.map(makeRecord), cursor: page.last.map { "\($0.number)" })
    }

    func count(of user: String, in range: BackfillRange) async throws -> Int? {
        samples.count { $0.user == user && range.contains($0.modified) }
    }
}
