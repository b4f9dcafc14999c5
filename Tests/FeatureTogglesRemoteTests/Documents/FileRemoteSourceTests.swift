import FeatureToggles
import FeatureTogglesRemote
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(20))) struct FileRemoteSourceTests {
    private static func document(pageSize: Int) -> String {
        #"{"flags": {"page_size": {"state": "ENABLED", "variants": {"v": \#(pageSize)}, "defaultVariant": "v"}}}"#
    }

    @Test func clientFollowsEveryChangeOfFile() async throws {
        let folder = try TemporaryFolder()
        let path = try folder.write(Self.document(pageSize: 1), to: "flags.json")
        let client = makeClient(remote: FileRemoteSource(path: path))
        var updates = client.updates(of: .pageSize).makeAsyncIterator()
        #expect(await updates.next() == 1)

        try folder.write(Self.document(pageSize: 2), to: "new.json")
        try folder.rename("new.json", to: "flags.json")
        #expect(await updates.next() == 2, "replaced")

        try folder.remove("flags.json")
        try await Self.wait(client) { $0.problems.first?.message.contains("No such file") == true }
        #expect(client.value(of: .pageSize) == 2, "deleted: the previous document stays active")

        try folder.write(Self.document(pageSize: 3), to: "flags.json")
        #expect(await updates.next() == 3, "created again")
        try await Self.wait(client) { $0.problems.isEmpty }

        try folder.write("{\"flags\":", to: "flags.json")
        try await Self.wait(client) { !$0.problems.isEmpty }
        #expect(client.value(of: .pageSize) == 3, "invalid: the previous document stays active")
        #expect(client.problems.first?.source == .remote)
        #expect(client.problems.first?.origin == path)

        try folder.write(Self.document(pageSize: 4), to: "flags.json")
        #expect(await updates.next() == 4, "corrected")
        try await Self.wait(client) { $0.problems.isEmpty }
    }

    /// The kubelet replaces a link to the folder with all files, not the file.
    @Test func clientFollowsMountedConfigMap() async throws {
        let folder = try TemporaryFolder()
        for size in 1...2 {
            try folder.createFolder("..\(size)")
            try folder.write(Self.document(pageSize: size), to: "..\(size)/flags.json")
        }
        try folder.link("..data", to: "..1")
        try folder.link("flags.json", to: "..data/flags.json")
        let client = makeClient(remote: FileRemoteSource(path: folder.path("flags.json")))
        var updates = client.updates(of: .pageSize).makeAsyncIterator()
        #expect(await updates.next() == 1)
        for size in 2...4 {
            if size > 2 {
                try folder.createFolder("..\(size)")
                try folder.write(Self.document(pageSize: size), to: "..\(size)/flags.json")
            }
            try folder.link("..data_tmp", to: "..\(size)")
            try folder.rename("..data_tmp", to: "..data")
            #expect(await updates.next() == size)
            try folder.remove("..\(size - 1)")
        }
    }

    @Test func fileNeedNotExistYet() async throws {
        let folder = try TemporaryFolder()
        let client = makeClient(remote: FileRemoteSource(path: folder.path("folder/flags.json")))
        var updates = client.updates(of: .pageSize).makeAsyncIterator()
        #expect(await updates.next() == 20)
        try folder.createFolder("folder")
        try folder.write(Self.document(pageSize: 5), to: "folder/flags.json")
        #expect(await updates.next() == 5)
    }

    @Test func unreadableFileIsAnErrorWithReason() async throws {
        let folder = try TemporaryFolder()
        let missing = FileRemoteSource(path: folder.path("none.json"))
        #expect(throws: RemoteSourceError.self) { try missing.availableDocument() }
        let notFound = await #expect(throws: RemoteSourceError.self) { try await missing.fetch(since: nil) }
        #expect(notFound?.code == .notFound)
        #expect(notFound?.message == "cannot read ‘\(folder.path("none.json"))’: No such file or directory")

        // The limit is larger than that of documents, because a signed envelope is larger than its document.
        let limit = FlagDocument.Limits.standard.envelopeSize
        try folder.write([UInt8](repeating: 32, count: limit + 1), to: "large.json")
        let large = FileRemoteSource(path: folder.path("large.json"))
        let tooLarge = await #expect(throws: RemoteSourceError.self) { try await large.fetch(since: nil) }
        #expect(tooLarge?.code == .tooLarge)
        #expect(tooLarge?.message == "cannot read ‘\(folder.path("large.json"))’: it is larger than \(limit) bytes")

        let isFolder = await #expect(throws: RemoteSourceError.self) {
            try await FileRemoteSource(path: folder.path).fetch(since: nil)
        }
        #expect(isFolder?.code == .unreachable)
    }

    @Test func revisionDependsOnContent() async throws {
        let folder = try TemporaryFolder()
        let source = FileRemoteSource(path: try folder.write("a", to: "flags.json"))
        let first = try #require(try await source.fetch(since: nil))
        #expect(try await source.fetch(since: first.revision) == nil)
        try folder.write("b", to: "flags.json")
        let second = try #require(try await source.fetch(since: first.revision))
        #expect(second.text == Array("b".utf8))
        try folder.write("a", to: "flags.json")
        #expect(try await source.fetch(since: second.revision) == first)
    }

    /// Waits until a condition holds, which is checked after each change of the client.
    private static func wait(_ client: ToggleClient, for condition: (ToggleClient) -> Bool) async throws {
        let changes = client.changes()
        if condition(client) { return }
        for await _ in changes where condition(client) { return }
        Issue.record("the client ended first")
    }
}
