import TestSupport
import Testing
import ToggleBase
import ToggleTool

@Suite struct PublicationTests {
    private let store = FaultyStore()
    private let target = RemoteAddress.s3(bucket: "flags", key: "shop.json")
    private var publication: Publication { Publication(to: target, in: store) }

    private static func document(_ value: String) -> [UInt8] {
        Array(#"{"flags": {"a": {"state": "ENABLED", "variants": {"on": "\#(value)"}, "defaultVariant": "on"}}}"#.utf8)
    }

    /// Publishes a document as the command does, without its check and its confirmation.
    private static func publish(
        _ value: String,
        by author: String = "ada",
        to target: RemoteAddress = .s3(bucket: "flags", key: "shop.json"),
        in store: FaultyStore,
        unconditional: Bool = false
    ) async throws -> [Publication.Step] {
        let publication = Publication(to: target, in: store, isUnconditional: unconditional)
        let state = try await publication.state()
        let revision = state.revision + 1
        let entry = HistoryEntry(
            revision: revision,
            previous: state.revision > 0 ? state.revision : nil,
            seconds: 1_800_000_000,
            author: author,
            command: "publish",
            lines: ["~ a: for all"],
            replaces: state.document?.bytes,
            document: PublishedDocument.stamped(document(value), revision)
        )
        let steps = Mutex<[Publication.Step]>([])
        try await publication.publish(entry, over: state) { step in steps.withLock { $0.append(step) } }
        return steps.withLock(\.self)
    }

    private func publish(_ value: String, by author: String = "ada") async throws -> [Publication.Step] {
        try await Self.publish(value, by: author, in: store)
    }

    private func error(_ value: String, by author: String = "ada") async throws -> ToolError? {
        do {
            _ = try await publish(value, by: author)
            return nil
        } catch let error as ToolError {
            return error
        }
    }

    /// The value of each revision, from the first one.
    private func values() async throws -> [String] {
        var values: [String] = []
        while let entry = try await publication.entry(values.count + 1) { values.append(Self.value(entry.document)) }
        return values
    }

    private static func value(_ document: [UInt8]) -> String {
        let flags = (try? JSONReader().value(from: document))?[member: "flags"]
        guard case .string(let text)? = flags?[member: "a"]?[member: "variants"]?[member: "on"] else { return "?" }
        return text
    }

    private var current: String { store[target].map(Self.value) ?? "none" }

    // MARK: Revisions

    /// A store that claims to have an entry for every revision.
    private final class EndlessStore: DocumentStore {
        let reads = Mutex(0)
        private let isDamaged: Bool

        init(isDamaged: Bool = false) {
            self.isDamaged = isDamaged
        }

        func read(_ address: RemoteAddress) async throws -> StoredFile? {
            reads.withLock { $0 += 1 }
            let name = address.text.split(separator: "/").last ?? ""
            guard let revision = Int(name.dropLast(".json".count)) else { return nil }
            if isDamaged { return StoredFile(bytes: [], tag: "t") }
            let entry = HistoryEntry(
                revision: revision,
                previous: nil,
                seconds: 0,
                author: "eve",
                command: "publish",
                replaces: nil,
                document: []
            )
            return StoredFile(bytes: entry.bytes, tag: "t")
        }

        func write(_ bytes: [UInt8], to address: RemoteAddress, if condition: WriteCondition) async throws -> String {
            throw DocumentStoreError.refused("No.")
        }

        func remove(_ address: RemoteAddress) async throws {}
    }

    /// A store that answers to every address with something else.
    @Test func endlessDamageIsNoHistory() async throws {
        let store = EndlessStore(isDamaged: true)
        await #expect {
            _ = try await Publication(to: target, in: store).history { $0 }
        } throws: { error in
            "\(error)".contains("Neither are the 19 files after it, so this is no history.")
        }
        #expect(store.reads.withLock(\.self) < 500)
    }

    /// The number at which a history begins is also text of a server.
    @Test(arguments: ["9223372036854775807", "9007199254740992", "0", "-1"])
    func impossibleBeginningOfAHistoryIsIgnored(revision: String) async throws {
        let store = BeginningStore(revision: revision)
        #expect(try await Publication(to: target, in: store).state().revision == 0)
    }

    /// A store with nothing but the number at which the history begins, and a file for this number.
    private struct BeginningStore: DocumentStore {
        let revision: String

        func read(_ address: RemoteAddress) async throws -> StoredFile? {
            switch address.text.split(separator: "/").last {
            case "start.json": StoredFile(bytes: Array(#"{"revision": \#(revision)}"#.utf8), tag: "t")
            case "\(revision).json": StoredFile(bytes: [], tag: "t")
            default: nil
            }
        }

        func write(_ bytes: [UInt8], to address: RemoteAddress, if condition: WriteCondition) async throws -> String {
            throw DocumentStoreError.refused("No.")
        }

        func remove(_ address: RemoteAddress) async throws {}
    }

    @Test func endlessHistoryEndsAtLastPossibleRevision() async throws {
        let store = EndlessStore()
        let state = try await Publication(to: target, in: store).state()
        #expect(state.last?.revision == PublishedDocument.revisions.upperBound)
        #expect(store.reads.withLock(\.self) < 200)
    }

    @Test(arguments: [
        ("1", 1), ("9007199254740991", 9_007_199_254_740_991), ("9007199254740992", nil), ("9223372036854775807", nil),
        ("0", nil), ("-1", nil), ("1e300", nil),
    ])
    func onlyPossibleRevisionsAreRead(_ text: String, _ expected: Int?) {
        let document = PublishedDocument(Array(#"{"flags": {}, "metadata": {"revision": \#(text)}}"#.utf8))
        #expect(document.revision == expected)
        let envelope = #"{"payload": "e30=", "signature": "x", "revision": \#(text)}"#
        #expect(PublishedDocument(Array(envelope.utf8)).revision == expected)
        let entry = #"{"revision": \#(text), "time": "2026-01-01T00:00:00Z", "author": "a", "document": "{}"}"#
        #expect(HistoryEntry(Array(entry.utf8))?.revision == expected)
    }

    @Test func revisionsHaveNumbersAndEntries() async throws {
        #expect(try await publish("one") == [.recorded(revision: 1), .published(revision: 1)])
        #expect(try await publish("two") == [.recorded(revision: 2), .published(revision: 2)])
        #expect(try await values() == ["one", "two"])
        let document = PublishedDocument(try #require(store[target]))
        #expect(document.revision == 2)
        #expect(document.hasContent(Self.document("two")))
        #expect(!document.hasContent(Self.document("one")))
        #expect(try await publication.entry(2)?.previous == 1)
        #expect(store.overwritten == [target])
    }

    @Test(arguments: [1, 2, 3, 5, 8, 31])
    func lastEntryIsFoundWithoutRevisionInDocument(count: Int) async throws {
        for number in 1...count { _ = try await publish("\(number)") }
        // Written by hand, without a revision.
        store[target] = Self.document("hand")
        let state = try await publication.state()
        #expect(state.last?.revision == count)
        #expect(state.isForeign)
        #expect(
            try await publish("new")
                == [.adopted(revision: count + 1), .recorded(revision: count + 2), .published(revision: count + 2)]
        )
        #expect(try await values().suffix(2) == ["hand", "new"])
    }

    @Test func documentBeforeTheFirstPublicationIsKept() async throws {
        store[target] = Self.document("hand")
        _ = try await publish("new")
        #expect(try await values() == ["hand", "new"])
        #expect(try await publication.entry(1)?.document == Self.document("hand"))
    }

    @Test func revisionOfASignedDocumentIsContinued() async throws {
        let payload = Base64.text(Self.document("signed"))
        let envelope = Array(#"{"v":1,"revision":42,"payload":"\#(payload)","signature":"AAAA"}"#.utf8)
        store[target] = envelope
        #expect(PublishedDocument(envelope).isSigned)
        _ = try await publish("new")
        #expect(try await publication.entry(42)?.document == envelope)
        #expect(PublishedDocument(try #require(store[target])).revision == 43)
        // Also if something else replaces the document by one without a revision.
        store[target] = Self.document("hand")
        _ = try await publish("newer")
        #expect(PublishedDocument(try #require(store[target])).revision == 45)
    }

    @Test func restoredBackupGetsANewRevision() async throws {
        _ = try await publish("one")
        let backup = store[target]
        for value in ["two", "three"] { _ = try await publish(value) }
        store[target] = backup
        _ = try await publish("four")
        #expect(try await values() == ["one", "two", "three", "one", "four"])
        #expect(current == "four")
    }

    @Test func deletedDocumentIsPublishedAgain() async throws {
        for value in ["one", "two"] { _ = try await publish(value) }
        store[target] = nil
        _ = try await publish("three")
        #expect(try await values() == ["one", "two", "three"])
        #expect(current == "three")
    }

    // MARK: Conflicts

    @Test func fasterPublisherWins() async throws {
        _ = try await publish("one")
        store.fail(0, .meanwhile { _ = try await Self.publish("theirs", by: "bob", in: $0) })
        let error = try #require(try await error("mine"))
        #expect(error.code == .conflict)
        #expect(error.message.contains("revision 2, published by bob at 2027-01-15T08:00:00Z"), "\(error)")
        #expect(error.message.hasSuffix("\n~ a: for all"))
        #expect(try await values() == ["one", "theirs"])
        #expect(current == "theirs")
    }

    @Test func documentThatSomethingElseChangesIsAConflict() async throws {
        _ = try await publish("one")
        let target = target
        store.fail(1, .meanwhile { $0[target] = Self.document("hand") })
        let error = try #require(try await error("two"))
        #expect(error.code == .conflict)
        #expect(current == "hand")
        // The change is kept, and so is the publication that came too late.
        _ = try await publish("three")
        #expect(try await values() == ["one", "two", "hand", "three"])
        #expect(current == "three")
    }

    @Test func slowPublisherSeesThatItWasReplaced() async throws {
        _ = try await publish("one")
        // Another publisher finds the entry, completes it, and publishes its own revision.
        store.fail(1, .meanwhile { _ = try await Self.publish("theirs", by: "bob", in: $0) })
        let steps = try await publish("mine")
        guard case .replaced(2, let later)? = steps.last else {
            Issue.record("\(steps)")
            return
        }
        #expect(later.author == "bob")
        #expect(try await values() == ["one", "mine", "theirs"])
        #expect(current == "theirs")
    }

    @Test func oldContentDoesNotLetASlowPublisherThrough() async throws {
        _ = try await publish("one")
        // The tag depends on the content only, and another publisher goes back to the content that the slow one saw.
        store.fail(
            1,
            .meanwhile {
                _ = try await Self.publish("theirs", by: "bob", in: $0)
                _ = try await Self.publish("one", by: "bob", in: $0)
            }
        )
        _ = try await publish("mine")
        #expect(try await values() == ["one", "mine", "theirs", "one"])
        #expect(current == "one")
    }

    @Test func oldUpdatePolicyDoesNotLetASlowPublisherThrough() async throws {
        @Sendable func publish(_ value: String, in store: FaultyStore) async throws {
            let publication = Publication(to: .s3(bucket: "flags", key: "shop.json"), in: store)
            let state = try await publication.state()
            let policy = Array(#"{"created_at": 1, "details": [{"app_version": "\#(value)"}]}"#.utf8)
            let entry = HistoryEntry(
                revision: state.revision + 1,
                previous: state.revision > 0 ? state.revision : nil,
                seconds: 1_800_000_000,
                author: "ada",
                command: "publish",
                replaces: state.document?.bytes,
                document: PublishedDocument.stamped(policy, state.revision + 1)
            )
            try await publication.publish(entry, over: state)
        }
        try await publish("one", in: store)
        store.fail(
            1,
            .meanwhile {
                try await publish("theirs", in: $0)
                try await publish("one", in: $0)
            }
        )
        try await publish("mine", in: store)
        #expect(store[target].map { String(decoding: $0, as: UTF8.self) }?.contains("one") == true)
        #expect(try await publication.state().interrupted == nil)
        #expect(try await publication.entry(4)?.document == store[target])
    }

    // MARK: Failures

    @Test(arguments: [0, 1], [FaultyStore.Fault.lostAnswer])
    func lostAnswerIsReadBack(write: Int, fault: FaultyStore.Fault) async throws {
        _ = try await publish("one")
        store.fail(write, fault)
        #expect(try await publish("two") == [.recorded(revision: 2), .published(revision: 2)])
        #expect(try await values() == ["one", "two"])
    }

    @Test(arguments: [0, 1])
    func lostRequestIsReported(write: Int) async throws {
        _ = try await publish("one")
        store.fail(write, .lostRequest)
        let error = try #require(try await error("two"))
        #expect(error.code == .unavailable)
        #expect(error.message.contains("not published"))
        #expect(current == "one")
        _ = try await publish("three")
        #expect(try await values() == (write == 0 ? ["one", "three"] : ["one", "two", "three"]))
    }

    @Test(arguments: [0, 1])
    func unknownIfItCanNotBeReadBack(write: Int) async throws {
        _ = try await publish("one")
        // The state takes three reads: the document, its entry, and the next one. The first write reads nothing back.
        store.failReads(after: 3)
        store.fail(write, .lostAnswer)
        let error = try #require(try await error("two"))
        #expect(error.code == .unknown, "\(error)")
        store.heal()
        _ = try await publish("three")
        #expect(try await values() == ["one", "two", "three"])
    }

    @Test(arguments: [0, 1])
    func unavailableStoreIsReported(write: Int) async throws {
        _ = try await publish("one")
        store.fail(write, .unavailable)
        let error = try #require(try await error("two"))
        #expect(error.code == .unavailable)
        #expect(current == "one")
        store.failReads(after: 0)
        #expect(try await self.error("two")?.code == .unavailable)
    }

    @Test(arguments: [0, 1], [true, false])
    func killedPublisherIsCompleted(write: Int, isBefore: Bool) async throws {
        for first in [false, true] {
            let store = FaultyStore()
            func values() async throws -> [String] {
                var values: [String] = []
                while let entry = try await Publication(to: target, in: store).entry(values.count + 1) {
                    values.append(Self.value(entry.document))
                }
                return values
            }
            if !first { _ = try await Self.publish("one", in: store) }
            let start = first ? [] : ["one"]
            store.fail(write, isBefore ? .killedBefore : .killedAfter)
            await #expect(throws: (any Error).self) { try await Self.publish("two", in: store) }
            let isRecorded = write == 1 || !isBefore
            #expect(try await values() == start + (isRecorded ? ["two"] : []))
            let steps = try await Self.publish("three", by: "bob", in: store)
            let isInterrupted = isRecorded && !(write == 1 && !isBefore)
            #expect(steps.contains { if case .completed = $0 { true } else { false } } == isInterrupted)
            #expect(try await values() == start + (isRecorded ? ["two"] : []) + ["three"])
            #expect(store[target].map(Self.value) == "three")
            #expect(store.overwritten.allSatisfy { $0 == target })
        }
    }

    @Test func interruptedPublicationIsCompletedAlone() async throws {
        _ = try await publish("one")
        store.fail(1, .killedBefore)
        await #expect(throws: FaultyStore.Killed.self) { try await publish("two") }
        let state = try await publication.state()
        #expect(state.interrupted?.revision == 2)
        #expect(state.document?.hasContent(Self.document("two")) == true)
        try await publication.complete(state)
        #expect(current == "two")
        #expect(try await publication.state().interrupted == nil)
    }

    // MARK: Without conditions

    @Test func unconditionalPublicationWorksAlone() async throws {
        let store = FaultyStore(ignoresConditions: true)
        for value in ["one", "two"] { _ = try await Self.publish(value, in: store, unconditional: true) }
        #expect(store[target].map(Self.value) == "two")
        #expect(store.overwritten == [target])
    }

    // MARK: Many publishers

    @Test func oneWinnerARevision() async throws {
        let store = store
        let wins = await withTaskGroup(of: [String].self) { group in
            for publisher in 0..<8 {
                group.addTask {
                    var wins: [String] = []
                    for round in 0..<25 {
                        let value = "\(publisher)-\(round)"
                        if (try? await Self.publish(value, by: "\(publisher)", in: store)) != nil { wins.append(value) }
                    }
                    return wins
                }
            }
            return await group.reduce(into: []) { $0 += $1 }
        }
        let values = try await values()
        #expect(values.sorted() == wins.sorted())
        #expect(values.count >= 25)
        #expect(store.overwritten.allSatisfy { $0 == target })
        #expect(current == values.last)
    }
}
