public import FeatureTogglesRemote

/// Checks that your own remote source meets the requirements of `RemoteSource`.
///
/// ```swift
/// @Test func conforms() async throws {
///     let server = try await Server.start()
///     try await RemoteSourceConformance(
///         makeSource: { HTTPSource(url: server.url) },
///         publish: { server.document = $0 },
///         announcesChanges: true
///     ).check()
/// }
/// ```
public struct RemoteSourceConformance: Sendable {
    private let makeSource: @Sendable () async throws -> any RemoteSource
    private let publish: @Sendable ([UInt8]) async throws -> Void
    private let announcesChanges: Bool

    /// Creates a conformance check for a source.
    ///
    /// - Parameters:
    ///   - makeSource: Creates a source that reads the published document.
    ///   - publish: Publishes a document where the source reads it.
    ///   - announcesChanges: Whether the source announces changes by itself.
    public init(
        makeSource: @escaping @Sendable () async throws -> any RemoteSource,
        publish: @escaping @Sendable ([UInt8]) async throws -> Void,
        announcesChanges: Bool
    ) {
        self.makeSource = makeSource
        self.publish = publish
        self.announcesChanges = announcesChanges
    }

    /// The requirements that a source doesn't meet.
    public struct Failure: Error, CustomStringConvertible {
        /// One sentence for each unmet requirement.
        public let violations: [String]

        /// All sentences, one per line.
        public var description: String {
            violations.map { "- \($0)" }.joined(separator: "\n")
        }
    }

    /// Runs all checks.
    ///
    /// If a source never sends the announcements that it claims to send, this method doesn't return. Give the test a
    /// time limit.
    ///
    /// - Throws: ``Failure`` with every unmet requirement, or any error that the closures throw.
    public func check() async throws {
        var broken: [String] = []
        func expect(_ condition: Bool, _ sentence: String) {
            if !condition { broken.append(sentence) }
        }
        let first = Self.document(value: "first")
        let second = Self.document(value: "second")

        try await publish(first)
        let source = try await makeSource()
        expect(!source.name.isEmpty, "name is empty; people need to know where the document comes from")
        expect(source.name.utf8.count < 1024, "name is longer than 1,023 bytes")
        if let available = try source.availableDocument() {
            expect(available.text == first, "availableDocument() is not the published document byte for byte")
        }

        let fetched = try await source.fetch(since: nil)
        expect(fetched != nil, "fetch(since: nil) returned “unchanged”, though nothing was fetched before")
        expect(fetched == nil || fetched?.text == first, "fetch(since: nil) is not the document byte for byte")
        if let revision = fetched?.revision {
            let again = try await source.fetch(since: revision)
            expect(again == nil, "fetch(since:) returned the document again, though the revision is the current one")
        }
        let unknown = try await source.fetch(since: "a revision that never existed")
        expect(unknown != nil, "fetch(since:) returned “unchanged” for a revision that never existed")

        expect(
            source.announcesChanges == announcesChanges,
            "announcesChanges is \(source.announcesChanges), but \(announcesChanges) was expected"
        )
        var listeners: [AsyncStream<RemoteSignal>] = []
        if announcesChanges {
            listeners = [source.signals(after: nil), source.signals(after: nil)]
            for (number, listener) in listeners.enumerated() {
                let first = await listener.first { _ in true }
                expect(first == .opened, "signals(after:) did not begin with ‘opened’ (listener \(number + 1) of 2)")
            }
        }
        try await publish(second)
        for (number, listener) in listeners.enumerated() {
            let isHeard = await listener.contains { if case .changed = $0 { true } else { false } }
            expect(isHeard, "signals(after:) finished without announcing a change (listener \(number + 1) of 2)")
        }
        let changed = try await source.fetch(since: fetched?.revision)
        expect(changed?.text == second, "fetch(since:) did not return the document that was published last")
        expect(
            changed?.revision == nil || changed?.revision != fetched?.revision,
            "two different documents have the same revision"
        )

        let halfDocument = Array("{\"flags\": ".utf8)
        try await publish(halfDocument)
        let passed = try await source.fetch(since: changed?.revision)
        expect(
            passed?.text == halfDocument,
            "a document that is not JSON was not passed on unchanged; validating it is the client's task"
        )

        try await publish(second)
        let results = try await withThrowingTaskGroup(of: [UInt8]?.self) { group in
            for _ in 0..<8 { group.addTask { try await source.fetch(since: nil)?.text } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        expect(results.allSatisfy { $0 == second }, "overlapping fetches do not all return the current document")

        if !broken.isEmpty { throw Failure(violations: broken) }
    }

    private static func document(value: String) -> [UInt8] {
        let text = """
            {"flags": {"conformance": {"state": "ENABLED", "variants": {"v": "\(value)"}, "defaultVariant": "v"}}}
            """
        return Array(text.utf8)
    }
}
