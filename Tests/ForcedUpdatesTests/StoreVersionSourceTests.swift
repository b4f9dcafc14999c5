import FeatureToggles
import FeatureTogglesRemote
import Testing
import ToggleBase

@testable import ForcedUpdates

struct StoreVersionSourceTests {
    private let folder = PolicyFolder()
    /// Returns an answer of the look-up.
    private static func answer(_ members: String = #""version": "2.1.0""#, bundle: String = "com.example.shop")
        -> String
    {
        #"{"resultCount": 1, "results": [{"bundleId": "\#(bundle)", "trackName": "Shop", \#(members)}]}"#
    }

    private func store(
        _ lookup: (any RemoteSource)?,
        notice: LocalizedNotice = LocalizedNotice(),
        delay: Duration = .zero,
        seconds: @escaping @Sendable () -> Int64 = { 1_795_255_200 }
    ) -> StoreVersionSource {
        StoreVersionSource(bundle: "com.example.shop", notice: notice, delay: delay, now: seconds) { _ in lookup }
    }

    private func start(
        _ store: StoreVersionSource,
        app: String = "2.0.0",
        os: String = "17.1",
        locale: String = "en",
        refresh: RefreshPolicy = .onDemand
    ) -> UpdatePolicy {
        UpdatePolicy(
            store,
            application: "forced-updates-tests",
            refresh: refresh,
            cache: .folder(folder.path),
            context: EvaluationContext(attributes: [
                "appVersion": .string(app), "osVersion": .string(os), "locale": .string(locale),
            ])
        )
    }

    @Test(arguments: [
        ("1.0.0", UpdateLevel.recommended), ("2.0.9", .recommended), ("2.1", .upToDate), ("2.1.0", .upToDate),
        ("2.1.0-rc.1", .recommended), ("2.10.0", .upToDate), ("3.0.0", .upToDate), ("dev", .upToDate),
    ])
    func newerVersionIsRecommended(app: String, level: UpdateLevel) async {
        let updates = start(store(ScriptedPolicySource(Self.answer())), app: app)
        #expect(await updates.check().level == level)
    }

    @Test(arguments: [
        ("15.7", UpdateLevel.upToDate), ("16.0", .recommended), ("16", .recommended), ("26.1", .recommended),
    ])
    func versionForNewerSystemIsNotRecommended(os: String, level: UpdateLevel) async {
        let answer = Self.answer(#""version": "2.1.0", "minimumOsVersion": "16.0""#)
        #expect(await start(store(ScriptedPolicySource(answer)), os: os).check().level == level)
    }

    @Test func noticeHasPageOfApp() async {
        let page = "https://apps.apple.com/jp/app/shop/id123456789?uo=4"
        let answer = Self.answer(#""version": "2.1.0", "trackViewUrl": "\#(page)""#)
        let plain = start(store(ScriptedPolicySource(answer)))
        #expect(await plain.check() == .updateRecommended(UpdateNotice(storeLink: page)))
        let texts = LocalizedNotice(
            UpdateNotice(title: "New version", buttonText: "Update"),
            languages: ["ja": UpdateNotice(title: "新しいバージョンがあります")]
        )
        let localized = start(store(ScriptedPolicySource(answer), notice: texts), locale: "ja-JP")
        let notice = UpdateNotice(
            title: "新しいバージョンがあります",
            buttonText: "Update",
            storeLink: page,
            language: "ja"
        )
        #expect(await localized.check() == .updateRecommended(notice))
    }

    @Test(arguments: ["javascript:alert(1)", "http://apps.example.com", "https://a@b.example/", "", "x"])
    func unsafePageIsIgnored(page: String) async {
        let answer = Self.answer(#""version": "2.1.0", "trackViewUrl": "\#(page)""#)
        #expect(await start(store(ScriptedPolicySource(answer))).check() == .updateRecommended(UpdateNotice()))
    }

    @Test func newReleaseIsRecommendedAfterDelay() async {
        let answer = Self.answer(#""version": "2.1.0", "currentVersionReleaseDate": "2026-11-21T09:00:00Z""#)
        let time = Mutex<Int64>(1_795_255_200)
        let updates = start(
            store(ScriptedPolicySource(answer), delay: .seconds(7_200), seconds: { time.withLock { $0 } })
        )
        #expect(await updates.check() == .upToDate)
        time.withLock { $0 += 3_599 }
        #expect(await updates.check() == .upToDate)
        time.withLock { $0 += 1 }
        #expect(await updates.check().level == .recommended)
    }

    @Test func repeatedAnswerIsNotANewPolicy() async throws {
        let time = Mutex<Int64>(1_795_255_200)
        let store = store(RepeatingSource(text: Self.answer()), seconds: { time.withLock { $0 } })
        let first = try #require(try await store.fetch(RemoteRequest()))
        time.withLock { $0 += 60 }
        #expect(try await store.fetch(RemoteRequest(revision: first.revision)) == nil)
    }

    private static let day = Duration.seconds(86_400)

    @Test func newReleaseKeepsEarlierRecommendation() async {
        let lookup = ScriptedPolicySource(
            Self.answer(#""version": "2.1.0", "currentVersionReleaseDate": "2026-11-10T09:00:00Z""#)
        )
        let time = Mutex<Int64>(1_795_255_200)
        let store = store(lookup, delay: Self.day, seconds: { time.withLock { $0 } })
        let updates = start(store)
        #expect(await updates.check().level == .recommended)
        // Released an hour ago.
        lookup.answer(Self.answer(#""version": "2.2.0", "currentVersionReleaseDate": "2026-11-21T09:00:00Z""#))
        #expect(await updates.check().level == .recommended)
        #expect(updates.problems.isEmpty)
        let offline = self.store(ScriptedPolicySource.unreachable, delay: Self.day)
        #expect(start(offline).decision.level == .recommended)
        let updated = start(store, app: "2.1.0")
        #expect(await updated.check() == .upToDate)
        time.withLock { $0 += 86_400 }
        #expect(await updated.check().level == .recommended)
    }

    /// A version is released every day, before the one before it is due.
    @Test func frequentReleasesAreRecommended() async {
        let lookup = ScriptedPolicySource(
            Self.answer(#""version": "2.1.0", "currentVersionReleaseDate": "2026-11-21T09:00:00Z""#)
        )
        let time = Mutex<Int64>(1_795_255_200)
        let store = store(lookup, delay: Self.day, seconds: { time.withLock { $0 } })
        let updates = start(store)
        #expect(await updates.check() == .upToDate)
        lookup.answer(Self.answer(#""version": "2.2.0", "currentVersionReleaseDate": "2026-11-22T08:00:00Z""#))
        time.withLock { $0 += 86_400 }
        #expect(await updates.check().level == .recommended)
        #expect(await start(store, app: "2.1.0").check() == .upToDate)
    }

    /// The servers of the look-up don't all have the newest answer.
    @Test(arguments: ["", #", "currentVersionReleaseDate": "2026-11-01T09:00:00Z""#])
    func olderAnswerChangesNothing(date: String) async {
        let lookup = ScriptedPolicySource(Self.answer(#""version": "2.1.0""#))
        let updates = start(store(lookup), app: "2.0.5")
        #expect(await updates.check().level == .recommended)
        lookup.answer(Self.answer(#""version": "2.0.0"\#(date)"#))
        #expect(await updates.check().level == .recommended)
        #expect(updates.problems.isEmpty)
        // The current answer again, and then a newer one.
        lookup.answer(Self.answer(#""version": "2.1.0""#))
        #expect(await updates.check().level == .recommended)
        lookup.answer(Self.answer(#""version": "2.2.0""#))
        #expect(await updates.check().level == .recommended)
        #expect(await start(store(lookup), app: "2.1.0").check().level == .recommended)
    }

    @Test func revisionContainsRelease() {
        let release = StoreRelease(
            version: "2.1.0",
            page: "https://apps.apple.com/a",
            minimumSystem: "16.0",
            releasedAt: 1_795_255_200_000
        )
        for revision in [
            StoreRevision(release, isDue: true, lookup: "\"etag\""),
            StoreRevision(StoreRelease(version: "1"), isDue: false, lookup: nil),
        ] {
            #expect(StoreRevision(revision.text) == revision)
        }
        // The revision of an earlier version of this library, and invalid ones.
        for text in ["\"etag\"", "", "{}", #"{"version": "latest", "due": true}"#] {
            #expect(StoreRevision(text) == nil)
        }
    }

    @Test(.timeLimit(.minutes(20))) func storeIsAskedOnceADay() async {
        let lookup = ScriptedPolicySource(Self.answer())
        let updates = start(store(lookup), refresh: StoreVersionSource.refresh)
        // The fetch at launch.
        for await decision in updates.decisions() where decision.level == .recommended { break }
        await updates.check()
        updates.enterForeground()
        await updates.check()
        #expect(lookup.fetches == 1)
        #expect(start(store(ScriptedPolicySource.unreachable)).decision.level == .recommended)
    }

    @Test(arguments: [
        "", "<html>Sign in</html>", "[]", "{}", #"{"resultCount": 0, "results": []}"#, #"{"results": [1, null, "a"]}"#,
        answer(bundle: "com.example.other"), answer(#""version": 2"#), answer(#""version": """#),
        answer(#""version": "latest""#), answer(#""version": "1.0 || *""#), answer(#""version": "*""#),
        answer(#""version": "2.*""#), answer(#""version": "<9""#), answer(#""name": "Shop""#),
        #"{"created_at": "2026-11-21", "details": [{"app_version": "*", "all": true}]}"#,
        #"{"results": [{"bundleId": "com.example.shop", "version": "3.0.0""#,
    ])
    func invalidAnswerChangesNothing(answer: String) async {
        let lookup = ScriptedPolicySource(answer)
        let updates = start(store(lookup))
        #expect(await updates.check() == .upToDate)
        #expect(!updates.problems.isEmpty)
        lookup.answer(Self.answer())
        #expect(await updates.check().level == .recommended)
        lookup.answer(answer)
        #expect(await updates.check().level == .recommended)
        #expect(start(store(ScriptedPolicySource.unreachable)).decision.level == .recommended)
    }

    @Test func failuresNeverLock() async {
        let codes: [RemoteSourceError.Code] = [
            .unreachable, .timedOut, .serverFailed, .throttled, .unauthorized, .notFound, .invalidResponse, .tooLarge,
            .untrusted, .refused, .cancelled,
        ]
        for code in codes {
            let updates = start(store(ScriptedPolicySource(failing: RemoteSourceError(code, "it failed"))))
            #expect(await updates.check() == .upToDate)
        }
        #expect(await start(store(nil)).check() == .upToDate)
    }

    @Test func lockOfAnotherPolicyRemains() async throws {
        let policy = ScriptedPolicySource(PolicyFolder.policy("2026-11-21", locking: "2.*"))
        #expect(await folder.start(policy, app: "2.0.0").check().isLocked)
        let lock = try #require(folder.lockText)
        #expect(await start(store(ScriptedPolicySource(Self.answer()))).check().level == .recommended)
        #expect(await start(store(ScriptedPolicySource(Self.answer())), app: "2.1.0").check() == .upToDate)
        #expect(folder.lockText == lock)
        #expect(folder.start(ScriptedPolicySource.unreachable, app: "2.0.0").decision.isLocked)
    }

    @Test(
        arguments: [
            ("com.example.shop", nil, nil, "bundleId=com.example.shop"),
            ("com.example.shop", "jp", nil, "bundleId=com.example.shop&country=jp"),
            ("com.example.shop", "jp", "macSoftware", "bundleId=com.example.shop&country=jp&entity=macSoftware"),
            ("a&b=ü/#", nil, nil, "bundleId=a%26b%3D%C3%BC%2F%23"),
        ] as [(String, String?, String?, String)]
    )
    func lookupHasBundleAndCountry(bundle: String, country: String?, entity: String?, query: String) {
        let address = Mutex("")
        let store = StoreVersionSource(bundle: bundle, country: country, entity: entity) { text in
            address.withLock { $0 = text }
            return nil
        }
        #expect(address.withLock { $0 } == "https://itunes.apple.com/lookup?\(query)")
        #expect(store.name == address.withLock { $0 })
    }

    @Test func otherTextsAreAnotherDocument() {
        let lookup = ScriptedPolicySource(Self.answer())
        let other = LocalizedNotice(UpdateNotice(title: "New"))
        #expect(store(lookup).identity == store(lookup).identity)
        #expect(store(lookup).identity != store(lookup, notice: other).identity)
        #expect(store(lookup).identity != store(lookup, delay: .seconds(1)).identity)
    }
}

/// A source that returns the same document again, as the first request of each launch over HTTP does.
private struct RepeatingSource: RemoteSource {
    let text: String
    var name: String { "store" }

    func fetch(_ request: RemoteRequest) async throws(RemoteSourceError) -> RemoteDocument? {
        RemoteDocument(text: Array(text.utf8), revision: "1")
    }
}
