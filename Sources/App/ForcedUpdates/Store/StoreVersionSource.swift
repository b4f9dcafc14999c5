public import FeatureTogglesRemote
import ToggleBase

/// The newest version of an app in the App Store, as an update policy that recommends it to users of older versions.
///
/// ```swift
/// let store = StoreVersionSource(bundle: "com.example.shop", country: "jp") { address in
///     URL(string: address).map { HTTPRemoteSource(url: $0) }
/// }
/// let updates = UpdatePolicy(store, application: "shop")
/// ```
///
/// The source asks the App Store's look-up, which needs no credentials. The decision is `upToDate` or
/// `updateRecommended`, and never a lock, regardless of the answer. If the store is unreachable, or its answer is
/// invalid or has an older version, the last known answer remains, also after a restart.
///
/// A version isn't recommended to users whose system is too old for it.
///
/// - SeeAlso: https://performance-partners.apple.com/search-api
public struct StoreVersionSource: RemoteSource {
    /// When the store is asked: at launch and, except on macOS, on return to the foreground, but at most once a day.
    public static let refresh = RefreshPolicy(
        minimumFetchInterval: .seconds(86_400),
        pollInterval: .seconds(86_400),
        streamingPollInterval: nil,
        initialBackOff: .seconds(60),
        maximumBackOff: .seconds(14_400),
        maximumFetchesPerHour: 6,
        usesStream: false
    )

    private let address: String
    private let bundle: String
    private let lookup: (any RemoteSource)?
    private let notice: LocalizedNotice
    private let delay: Duration
    private let now: @Sendable () -> Int64

    /// Creates a source.
    ///
    /// - Parameters:
    ///   - bundle: The bundle identifier of the app.
    ///   - country: The country of the store, as a code of two letters (ISO 3166-1); `nil` for the look-up's default,
    ///     which is `us`. An app is only found in countries in which it is available.
    ///   - entity: The kind of software, such as `macSoftware`, if apps for several platforms have the same bundle
    ///     identifier; `nil` for the look-up's default.
    ///   - notice: The texts of the recommendation. A link in them replaces the app's page in the store.
    ///   - delay: How long after its release a version is recommended, because it doesn't reach every device at once. Until
    ///     then, the version before it is still recommended.
    ///   - transport: Returns the source that fetches the look-up's answer from an address, with a time limit and
    ///     conditional requests; `nil` if the address can't be used.
    public init(
        bundle: String,
        country: String? = nil,
        entity: String? = nil,
        notice: LocalizedNotice = LocalizedNotice(),
        delay: Duration = .seconds(86_400),
        transport: (_ address: String) -> (any RemoteSource)?
    ) {
        self.init(
            bundle: bundle,
            country: country,
            entity: entity,
            notice: notice,
            delay: delay,
            now: { SystemTime.secondsSince1970 },
            transport: transport
        )
    }

    init(
        bundle: String,
        country: String? = nil,
        entity: String? = nil,
        notice: LocalizedNotice = LocalizedNotice(),
        delay: Duration = .seconds(86_400),
        now: @escaping @Sendable () -> Int64,
        transport: (_ address: String) -> (any RemoteSource)?
    ) {
        address = Self.address(bundle: bundle, country: country, entity: entity)
        self.bundle = bundle
        lookup = transport(address)
        self.notice = notice
        self.delay = delay
        self.now = now
    }

    /// The address of the look-up.
    public var name: String { address }

    /// The identity of the look-up, with the texts and the delay, so that an update of the app that changes them
    /// doesn't use the old ones.
    public var identity: String {
        let sample = policy(for: StoreRelease(version: "1"), createdAt: 0, isDue: true)
        return "\(lookup?.identity ?? address) \(delay) \(JSONWriter().text(sample))"
    }

    /// Asks the store, and returns its answer as an update policy.
    ///
    /// - Throws: `RemoteSourceError` if the store is unreachable, doesn't have the app, or states a version that can't
    ///   be compared.
    public func fetch(_ request: RemoteRequest) async throws(RemoteSourceError) -> RemoteDocument? {
        guard let lookup else {
            throw RemoteSourceError(.unreachable, "‘\(address)’ is not an address that can be fetched")
        }
        let asked = request.revision
        let known = asked.flatMap { StoreRevision($0) }
        var request = request
        request.revision = known?.lookup
        guard let answer = try await lookup.fetch(request) else { return nil }
        let found = try StoreRelease(answer.text, bundle: bundle)
        let now = UInt64(clamping: now())
        var revision = StoreRevision(found, isDue: isDue(found, at: now), lookup: answer.revision)
        // A new release doesn't withdraw the recommendation of the one before it, and neither does an outdated answer.
        if let known, !revision.isDue || found.isOlder(than: known.release) {
            revision = StoreRevision(
                known.release,
                isDue: known.isDue || isDue(known.release, at: now),
                lookup: nil
            )
        } else if !revision.isDue {
            // The same answer is fetched again, and recommended once it is due.
            revision = StoreRevision(found, isDue: false, lookup: nil)
        }
        // Not a new policy, even if its creation time would be the current time.
        if revision.text == asked { return nil }
        let policy = policy(
            for: revision.release,
            createdAt: revision.release.releasedAt ?? now.multipliedReportingOverflow(by: 1_000).partialValue,
            isDue: revision.isDue
        )
        return RemoteDocument(text: JSONWriter().bytes(policy), revision: revision.text)
    }

    /// Returns whether the delay of a release is over.
    private func isDue(_ release: StoreRelease, at now: UInt64) -> Bool {
        let age = release.releasedAt.map { now - min($0 / 1_000, now) }
        return age.map { $0 >= UInt64(clamping: delay.components.seconds) } ?? true
    }

    private func policy(for release: StoreRelease, createdAt: UInt64, isDue: Bool) -> JSONValue {
        var entry = JSONObject([
            JSONObject.Member(name: "app_version", value: .string("<\(release.version)")),
            JSONObject.Member(name: "level", value: .string(UpdateLevel.recommended.rawValue)),
        ])
        if let system = release.minimumSystem {
            entry.add("os_version", .string(">=\(system)"))
        }
        var fallback = notice.fallback
        fallback.storeLink = fallback.storeLink ?? release.page
        entry.add(fallback)
        if !notice.languages.isEmpty {
            // Sorted, so that equal notices have equal texts.
            let languages = notice.languages.sorted { $0.key < $1.key }.map { tag, notice in
                var texts = JSONObject()
                texts.add(notice)
                return JSONObject.Member(name: tag, value: .object(texts))
            }
            entry.add("languages", .object(JSONObject(languages)))
        }
        return [
            "created_at": .string(CreationTime.text(createdAt)), "details": .array(isDue ? [.object(entry)] : []),
        ]
    }

    /// Returns the address of the look-up.
    private static func address(bundle: String, country: String?, entity: String?) -> String {
        let query = [("bundleId", bundle), ("country", country), ("entity", entity)].compactMap { name, value in
            value.map { "\(name)=\(percentEncoded($0))" }
        }
        return "https://itunes.apple.com/lookup?" + query.joined(separator: "&")
    }

    private static func percentEncoded(_ text: String) -> String {
        text.utf8.reduce(into: "") { result, byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "_"):
                result.unicodeScalars.append(Unicode.Scalar(byte))
            default:
                let digits = String(byte, radix: 16, uppercase: true)
                result += digits.utf8.count == 1 ? "%0\(digits)" : "%\(digits)"
            }
        }
    }
}

extension JSONObject {
    fileprivate mutating func add(_ name: String, _ value: JSONValue) {
        self = JSONObject(members + [Member(name: name, value: value)])
    }

    /// Adds the texts of a notice, as entries spell them.
    fileprivate mutating func add(_ notice: UpdateNotice) {
        let texts = [
            ("title", notice.title), ("message", notice.message), ("button_text", notice.buttonText),
            ("redirect_url", notice.storeLink),
        ]
        for case (let name, let text?) in texts { add(name, .string(text)) }
    }
}
