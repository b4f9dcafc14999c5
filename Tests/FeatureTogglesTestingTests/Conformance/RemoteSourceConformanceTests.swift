import FeatureTogglesRemote
import FeatureTogglesTesting
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(20))) struct RemoteSourceConformanceTests {
    @Test func inMemorySourceConforms() async throws {
        let source = InMemoryRemoteSource()
        try await RemoteSourceConformance(
            makeSource: { source },
            publish: { source.set(document: String(decoding: $0, as: UTF8.self)) },
            announcesChanges: true
        ).check()
        #expect(try source.availableDocument() != nil)
    }

    @Test func fileSourceConforms() async throws {
        let folder = try TemporaryFolder()
        let path = folder.path("flags.json")
        try await RemoteSourceConformance(
            makeSource: { FileRemoteSource(path: path) },
            publish: { document in
                try folder.write(document, to: "new.json")
                try folder.rename("new.json", to: "flags.json")
            },
            announcesChanges: true
        ).check()
        #expect(try FileRemoteSource(path: path).availableDocument() != nil)
    }

    @Test func sourceWithoutAnnouncementsConforms() async throws {
        let source = WrongRemoteSource(.none)
        try await Self.conformance(of: source, announcesChanges: false).check()
        #expect(source.fetchCount > 0)
    }

    @Test(
        arguments: [
            (.emptyName, ["name is empty; people need to know where the document comes from"]),
            (.longName, ["name is longer than 1,023 bytes"]),
            (.otherAvailableDocument, ["availableDocument() is not the published document byte for byte"]),
            (
                .unchangedAtFirst,
                [
                    "fetch(since: nil) returned “unchanged”, though nothing was fetched before",
                    "fetch(since:) did not return the document that was published last",
                    "a document that is not JSON was not passed on unchanged; validating it is the client's task",
                    "overlapping fetches do not all return the current document",
                ]
            ),
            (
                .addsBytes,
                [
                    "fetch(since: nil) is not the document byte for byte",
                    "fetch(since:) did not return the document that was published last",
                    "a document that is not JSON was not passed on unchanged; validating it is the client's task",
                    "overlapping fetches do not all return the current document",
                ]
            ),
            (
                .ignoresTheRevision,
                ["fetch(since:) returned the document again, though the revision is the current one"]
            ),
            (
                .trustsAnyRevision,
                ["fetch(since:) returned “unchanged” for a revision that never existed"]
            ),
            (
                .finishesSignals,
                (1...2).map { "signals(after:) finished without announcing a change (listener \($0) of 2)" }
            ),
            (
                .oneListener,
                ["signals(after:) finished without announcing a change (listener 2 of 2)"]
            ),
            (
                .opensSilently,
                (1...2).map { "signals(after:) did not begin with ‘opened’ (listener \($0) of 2)" }
            ),
            (.keepsTheFirstDocument, ["fetch(since:) did not return the document that was published last"]),
            (.sameRevision, ["two different documents have the same revision"]),
            (
                .judgesDocuments,
                ["a document that is not JSON was not passed on unchanged; validating it is the client's task"]
            ),
            (.mixesUpFetches, ["overlapping fetches do not all return the current document"]),
        ] as [(WrongRemoteSource.Flaw, [String])]
    )
    func everyUnmetRequirementIsReported(flaw: WrongRemoteSource.Flaw, sentences: [String]) async throws {
        let conformance = Self.conformance(of: WrongRemoteSource(flaw), announcesChanges: true)
        let failure = await #expect(throws: RemoteSourceConformance.Failure.self) { try await conformance.check() }
        #expect(failure?.violations == sentences)
        #expect(failure?.description == sentences.map { "- \($0)" }.joined(separator: "\n"))
    }

    @Test func wrongAnnouncesChangesIsReported() async throws {
        let conformance = Self.conformance(of: WrongRemoteSource(.emptyName), announcesChanges: false)
        let failure = await #expect(throws: RemoteSourceConformance.Failure.self) { try await conformance.check() }
        #expect(failure?.violations.last == "announcesChanges is true, but false was expected")
    }

    @Test func errorsOfSourceAreThrown() async {
        let source = InMemoryRemoteSource()
        let error = RemoteSourceError(.unreachable, "the server does not respond")
        source.fail(with: error)
        await #expect(throws: error) {
            try await RemoteSourceConformance(makeSource: { source }, publish: { _ in }, announcesChanges: false)
                .check()
        }
    }

    private static func conformance(
        of source: WrongRemoteSource,
        announcesChanges: Bool
    ) -> RemoteSourceConformance {
        RemoteSourceConformance(
            makeSource: { source },
            publish: { source.publish($0) },
            announcesChanges: announcesChanges
        )
    }
}
