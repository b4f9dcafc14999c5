import FeatureTogglesRemote
import ToggleBase

/// The newest release of an app in a store.
struct StoreRelease: Hashable {
    /// The version, which is valid in a pattern.
    let version: String
    /// The page of the app; `nil` if the store names none, or one that ``StoreLink`` doesn't allow.
    let page: String?
    /// The lowest system version on which it runs; `nil` if it is unknown.
    let minimumSystem: String?
    /// When it was released, in milliseconds since 1970; `nil` if it is unknown.
    let releasedAt: UInt64?

    /// The maximum size of an answer, in bytes; a usual one has 10 KiB.
    private static let maximumSize = 1 << 20

    init(version: String, page: String? = nil, minimumSystem: String? = nil, releasedAt: UInt64? = nil) {
        self.version = version
        self.page = page
        self.minimumSystem = minimumSystem
        self.releasedAt = releasedAt
    }

    /// Parses an answer of the App Store's look-up.
    ///
    /// - Parameters:
    ///   - text: JSON in UTF-8.
    ///   - bundle: The bundle identifier of the app.
    /// - Throws: `RemoteSourceError` if the answer has no release of the app with a valid version.
    init(_ text: [UInt8], bundle: String) throws(RemoteSourceError) {
        guard text.count <= Self.maximumSize else {
            throw RemoteSourceError(.tooLarge, "the answer of the store has \(text.count) bytes")
        }
        guard case .object(let answer)? = try? JSONReader(maximumDepth: 32).value(from: text),
            case .array(let results)? = answer["results"]
        else { throw RemoteSourceError(.invalidResponse, "the answer of the store has no ‘results’") }
        let found = results.lazy.compactMap { result -> JSONObject? in
            guard case .object(let app) = result, app.text("bundleId")?.lowercased() == bundle.lowercased() else {
                return nil
            }
            return app
        }
        .first
        guard let found else {
            throw RemoteSourceError(
                .notFound,
                """
                the store has no app ‘\(bundle)’; check the bundle identifier, and the country if the app isn't available \
                in all of them
                """
            )
        }
        guard let version = found.text("version"), Self.isComparable(version, "<") else {
            throw RemoteSourceError(
                .refused,
                "the store states the version ‘\(found.text("version")?.prefix(64) ?? "")’, which cannot be compared"
            )
        }
        self.init(
            version: version,
            page: found.text("trackViewUrl").flatMap { link in
                StoreLink.problem(of: link, schemes: StoreLink.standardSchemes) == nil ? link : nil
            },
            minimumSystem: found.text("minimumOsVersion").flatMap { Self.isComparable($0, ">=") ? $0 : nil },
            releasedAt: found.text("currentVersionReleaseDate").flatMap { CreationTime.milliseconds($0) }
        )
    }

    /// Returns whether the store can't have returned to this release after another one, because it only gets newer
    /// versions: an answer can be outdated.
    func isOlder(than other: StoreRelease) -> Bool {
        if let releasedAt, let time = other.releasedAt, releasedAt > time { return false }
        guard let version = AppVersion(strict: version), let known = AppVersion(strict: other.version) else {
            return false
        }
        return version < known
    }

    /// Returns whether a text is a version, and nothing else, that a pattern can compare with.
    static func isComparable(_ version: String, _ comparison: String) -> Bool {
        AppVersion(strict: version) != nil && (try? VersionPattern(comparison + version)) != nil
    }
}

extension JSONObject {
    func text(_ name: String) -> String? {
        if case .string(let text)? = self[name] { text } else { nil }
    }
}
