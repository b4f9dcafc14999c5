import TestSupport
import Testing
import ToggleBase

@testable import FeatureToggles
@testable import FeatureTogglesRemote

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#endif

/// The files of a cache: what is stored, what survives, and how disk failures are handled.
@Suite struct DocumentCacheTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func cache(
        source: String = "s",
        context: EvaluationContext? = nil,
        fileSystem: any FileSystem = POSIXFileSystem()
    ) -> DocumentCache {
        DocumentCache(
            folder: folder.path("cache"),
            source: source,
            context: context,
            fileSystem: fileSystem,
            lockTimeout: .milliseconds(20),
            secondsSince1970: { 1_000_000 }
        )
    }

    private let first = RemoteDocument(text: Array("first".utf8), revision: "1")
    private let second = RemoteDocument(text: Array("second".utf8), revision: nil, format: .ofrep)

    private func keep(_ document: RemoteDocument, in cache: DocumentCache) throws {
        try cache.update { record, transaction throws(DocumentCacheError) in
            record.current = try transaction.store(document)
        }
    }

    private func names(_ part: String) throws -> [String] {
        try folder.names("cache").filter { $0.contains(part) }
    }

    @Test func emptyCacheCreatesNoFiles() throws {
        #expect(cache().record().record == CacheRecord())
        #expect(cache().record().problem == nil)
        #expect(try folder.names() == [])
    }

    @Test(arguments: [FileStatus.Kind.file, .folder])
    func otherUsersFilesAndFoldersAreNotUsed(kind: FileStatus.Kind) throws {
        try keep(first, in: cache())
        let files = FaultyFileSystem()
        files.giveAway(kind)
        let cache = cache(fileSystem: files)
        let (record, problem) = cache.record()
        #expect(record == CacheRecord())
        #expect(problem?.message.hasPrefix("It belongs to another user (") == true)
        let entry = try #require(self.cache().record().record.current)
        #expect(throws: DocumentCacheError.self) { try cache.document(of: entry) }
        #expect(throws: DocumentCacheError.self) { try keep(second, in: cache) }
        #expect(self.cache().record().record.current == entry, "the cache is unchanged")
    }

    @Test func documentBytesAreStoredUnchanged() throws {
        let document = RemoteDocument(text: [0, 255, 10, 13, 34, 0], revision: "W/\"a\"", format: .values)
        try keep(document, in: cache())
        let entry = try #require(cache().record().record.current)
        #expect(try cache().document(of: entry) == document)
    }

    @Test func recordFieldsAreStored() throws {
        let written = try cache().update { record, _ in
            record.fetchedAt = -5
            record.backOff = BackOff(failures: 3, since: 1, until: 9)
            record.staleSince = 7
            record.highestRevision = .max
        }
        let read = cache().record().record
        #expect(read.fetchedAt == -5)
        #expect(read.backOff == BackOff(failures: 3, since: 1, until: 9))
        #expect(read.staleSince == 7)
        #expect(read.highestRevision == .max)
        #expect(written.backOff == read.backOff)
    }

    @Test func unreferencedDocumentsAreRemoved() throws {
        for number in 0..<5 {
            try keep(RemoteDocument(text: [UInt8(number)], revision: "\(number)"), in: cache())
        }
        // The active document, and the previous one, which a reader may still be reading.
        #expect(try names(".document-").count == 2)
        let entry = try #require(cache().record().record.current)
        #expect(try cache().document(of: entry).text == [4])
    }

    @Test func unchangedUpdateWritesNothing() throws {
        try keep(first, in: cache())
        let files = FaultyFileSystem()
        try cache(fileSystem: files).update { _, _ in }
        try keep(first, in: cache(fileSystem: files))
        #expect(files.count(.write) == 0)
    }

    @Test func sourcesAndContextsHaveSeparateFiles() throws {
        let contexts = [nil, EvaluationContext(), anyUser, EvaluationContext(attributes: ["a": ["x": 1, "y": 2]])]
        for (index, context) in contexts.enumerated() {
            for source in ["one", "two"] {
                try keep(
                    RemoteDocument(text: Array("\(source)\(index)".utf8)),
                    in: cache(source: source, context: context)
                )
            }
        }
        for (index, context) in contexts.enumerated() {
            for source in ["one", "two"] {
                let own = cache(source: source, context: context)
                let entry = try #require(own.record().record.current)
                #expect(try own.document(of: entry).text == Array("\(source)\(index)".utf8))
            }
        }
        let all = try folder.names("cache").map { try? folder.text("cache/\($0)") }.compactMap { $0 }.joined()
        #expect(!all.contains("somebody"), "the context is not written")
    }

    @Test func attributeOrderDoesNotChangeKey() {
        let one = EvaluationContext(targetingKey: "k", attributes: ["a": ["x": 1, "y": 2], "b": 1])
        let two = EvaluationContext(targetingKey: "k", attributes: ["b": 1, "a": ["y": 2, "x": 1]])
        #expect(CacheKey(source: "s", context: one) == CacheKey(source: "s", context: two))
    }

    @Test func changedAttributesShareDocumentButNotFetchTime() throws {
        func context(_ version: JSONValue) -> EvaluationContext {
            EvaluationContext(targetingKey: "ada", attributes: ["appVersion": version])
        }
        try keep(first, in: cache(context: context("1.0")))
        try cache(context: context("1.0")).update { record, _ in record.fetchedAt = 5 }
        #expect(cache(context: context("1.0")).record().record.fetchedAt == 5)
        let updated = cache(context: context("1.1"))
        let record = updated.record().record
        #expect(try updated.document(of: #require(record.current)) == first)
        #expect(record.fetchedAt == nil, "the source hasn't responded for these attributes")
        try updated.update { record, _ in record.fetchedAt = 6 }
        #expect(updated.record().record.fetchedAt == 6)
        #expect(cache(context: context("1.0")).record().record.fetchedAt == nil)
    }

    @Test(arguments: ["appVersion", "appBuild", "osVersion", "locale", "language", "distribution"])
    func updateWithoutTargetingKeyKeepsDocument(attribute: String) throws {
        func context(_ value: JSONValue) -> EvaluationContext {
            EvaluationContext(attributes: [attribute: value, "plan": "pro"])
        }
        try keep(first, in: cache(context: context("1")))
        try cache(context: context("1")).update { record, _ in record.fetchedAt = 5 }
        let updated = cache(context: context("2"))
        let record = updated.record().record
        #expect(try updated.document(of: #require(record.current)) == first)
        let isKnown = attribute == "distribution"
        #expect((record.fetchedAt != nil) == isKnown, "the client fetches at once for other attributes")
        var other = context("1")
        other["plan"] = "free"
        #expect(cache(context: other).record().record.current == nil)
    }

    @Test func contextsWithoutTargetingKeyAreSeparate() throws {
        try keep(first, in: cache(context: EvaluationContext(attributes: ["email": "ada@example.com"])))
        let other = cache(context: EvaluationContext(attributes: ["email": "bob@example.com"]))
        #expect(other.record().record == CacheRecord())
    }

    @Test func oldestContextsAreRemoved() throws {
        for number in 0..<30 {
            let own = cache(context: EvaluationContext(targetingKey: "\(number)"))
            try own.update { record, transaction throws(DocumentCacheError) in
                record.current = try transaction.store(first)
                record.fetchedAt = Int64(number)
            }
            own.removeOldContexts()
        }
        #expect(try names(".json").filter { $0.hasSuffix(".json") }.count == DocumentCache.maximumContexts)
        #expect(cache(context: EvaluationContext(targetingKey: "29")).record().record.current != nil)
        #expect(cache(context: EvaluationContext(targetingKey: "0")).record().record.current == nil)
    }

    @Test func unknownMembersArePreserved() throws {
        try keep(first, in: cache())
        let name = PathText.name(of: cache().path)
        let text = try folder.text("cache/\(name)")
        try folder.write(
            text.replacingFirst("{", with: #"{"later": {"x": [1, 2]}, "safe": {"new": "shape"}, "#),
            to: "cache/\(name)"
        )
        try keep(second, in: cache())
        let edited = try folder.text("cache/\(name)")
        guard case .object(let members) = try JSONReader().value(from: edited) else {
            Issue.record("no object")
            return
        }
        #expect(members["later"] == ["x": [1, 2]])
        #expect(members["safe"] == ["new": "shape"])
        #expect(cache().record().record.current?.size == 6)
    }

    @Test func recordOfNewerVersionIsNotOverwritten() throws {
        try folder.createFolder("cache")
        let name = PathText.name(of: cache().path)
        try folder.write(#"{"version": 2, "current": "elsewhere"}"#, to: "cache/\(name)")
        let (record, problem) = cache().record()
        #expect(record == CacheRecord())
        #expect(
            problem?.message
                == "the cache record cannot be used: it has version 2, but only version 1 is supported here"
        )
        #expect(throws: DocumentCacheError.self) { try keep(first, in: cache()) }
        #expect(try folder.text("cache/\(name)") == #"{"version": 2, "current": "elsewhere"}"#)
    }

    @Test func unknownDocumentFormatIsKeptButUnused() throws {
        try keep(first, in: cache())
        let name = PathText.name(of: cache().path)
        let text = try folder.text("cache/\(name)")
        try folder.write(text.replacingFirst("\"flagd\"", with: "\"later\""), to: "cache/\(name)")
        let entry = try #require(cache().record().record.current)
        let error = #expect(throws: DocumentCacheError.self) { try cache().document(of: entry) }
        #expect(error?.message == "the cached document has the format ‘later’, which only a newer version supports")
        try cache().update { record, _ in record.fetchedAt = 1 }
        #expect(try names(".document-").count == 1)
    }

    @Test(
        arguments: ["", "\0\0\0\0", "{\"version\": 1, \"current\":", "[]", "null", "{}", "\u{FF}"]
    )
    func damagedRecordIsReplacedByPreviousOne(text: String) throws {
        try keep(first, in: cache())
        try keep(second, in: cache())
        let name = PathText.name(of: cache().path)
        try folder.write(text, to: "cache/\(name)")
        let (record, problem) = cache().record()
        #expect(record.current?.revision == "1", "from the previous record")
        #expect(problem != nil)
        let entry = try #require(record.current)
        #expect(try cache().document(of: entry) == first)
        #expect(try folder.text("cache/\(name)") == text, "reading repairs nothing")
        try cache().update { record, _ in record.fetchedAt = 5 }
        #expect(cache().record().problem == nil)
        #expect(cache().record().record.current?.revision == "1")
        #expect(try names(".corrupt-19700112T134640Z-1").count == 1)
    }

    @Test(
        arguments: [[], [0, 0, 0, 0, 0], Array("fir".utf8), Array("first and more".utf8)] as [[UInt8]]
    )
    func damagedDocumentIsUnusedAndReplaced(bytes: [UInt8]) throws {
        try keep(first, in: cache())
        let name = try #require(names(".document-").first)
        try folder.write(bytes, to: "cache/\(name)")
        let entry = try #require(cache().record().record.current)
        let error = #expect(throws: DocumentCacheError.self) { try cache().document(of: entry) }
        #expect(error?.isDamaged == true)
        try keep(first, in: cache())
        #expect(try cache().document(of: entry) == first)
        #expect(try names(".document-").contains { $0.contains(".corrupt-") })
    }

    @Test func missingDocumentIsReported() throws {
        try keep(first, in: cache())
        let name = try #require(names(".document-").first)
        try folder.remove("cache/\(name)")
        let entry = try #require(cache().record().record.current)
        let error = #expect(throws: DocumentCacheError.self) { try cache().document(of: entry) }
        #expect(error?.message == "the cached document is missing")
    }

    @Test(
        arguments: [
            (.write, ENOSPC), (.create, ENOSPC), (.create, EROFS), (.synchronizeFile, EIO), (.synchronizeFolder, EIO),
            (.rename, EIO), (.openLock, EACCES), (.openLock, EROFS), (.read, EIO), (.openFolder, EACCES),
        ] as [(FaultyFileSystem.Call, Int32)]
    )
    func diskFailureLeavesCacheUnchanged(call: FaultyFileSystem.Call, code: Int32) throws {
        try keep(first, in: cache())
        let before = cache().record().record
        let files = FaultyFileSystem()
        files.fail(call, with: code)
        let error = #expect(throws: DocumentCacheError.self) { try keep(second, in: cache(fileSystem: files)) }
        #expect(error?.message.isEmpty == false)
        #expect(cache().record().record.current == before.current)
        let entry = try #require(before.current)
        #expect(try cache().document(of: entry) == first)
        files.heal()
        try keep(second, in: cache(fileSystem: files))
        let newEntry = try #require(cache().record().record.current)
        #expect(try cache().document(of: newEntry) == second)
        #expect(try names(".tmp-").isEmpty)
    }

    @Test func filesOfKilledWritersAreRemoved() throws {
        try keep(first, in: cache())
        let document = try #require(names(".document-").first)
        let record = PathText.name(of: cache().path)
        try folder.write("half", to: "cache/.\(document).tmp-1-2")
        try folder.write("half", to: "cache/.\(record).tmp-1-2")
        try keep(second, in: cache())
        #expect(try names(".tmp-").isEmpty)
    }

    @Test func tooLargeDocumentIsNotStored() throws {
        let huge = RemoteDocument(text: [UInt8](repeating: 32, count: DocumentCache.maximumDocumentSize + 1))
        #expect(throws: DocumentCacheError.self) { try keep(huge, in: cache()) }
        #expect(cache().record().record.current == nil)
    }
}

extension String {
    fileprivate func replacingFirst(_ text: String, with other: String) -> String {
        guard let range = firstRange(of: text) else { return self }
        return replacingCharacters(in: range, other)
    }

    private func replacingCharacters(in range: Range<String.Index>, _ other: String) -> String {
        String(self[..<range.lowerBound]) + other + String(self[range.upperBound...])
    }
}
