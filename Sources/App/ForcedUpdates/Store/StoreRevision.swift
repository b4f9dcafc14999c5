import ToggleBase

/// The revision of a policy that ``StoreVersionSource`` returns: the release in it, so that the next answer of the store
/// can be compared with it, also after a restart.
struct StoreRevision: Hashable {
    /// The release.
    let release: StoreRelease
    /// Whether the policy recommends the release, because its delay is over.
    let isDue: Bool
    /// The revision of the look-up's answer; `nil` if the answer must be fetched again even if it is the same.
    let lookup: String?

    init(_ release: StoreRelease, isDue: Bool, lookup: String?) {
        self.release = release
        self.isDue = isDue
        self.lookup = lookup
    }

    /// Parses a revision, or returns `nil` if it has another form.
    init?(_ text: String) {
        guard case .object(let object)? = try? JSONReader(maximumDepth: 2).value(from: Array(text.utf8)),
            let version = object.text("version"), StoreRelease.isComparable(version, "<"),
            case .bool(let isDue)? = object["due"]
        else { return nil }
        release = StoreRelease(
            version: version,
            page: object.text("page"),
            minimumSystem: object.text("system"),
            releasedAt: object.text("released_at").flatMap { UInt64($0) }
        )
        self.isDue = isDue
        lookup = object.text("lookup")
    }

    /// The revision as text.
    var text: String {
        var object: JSONObject = ["version": .string(release.version), "due": .bool(isDue)]
        let texts = [
            ("page", release.page), ("system", release.minimumSystem),
            ("released_at", release.releasedAt.map { "\($0)" }), ("lookup", lookup),
        ]
        for case (let name, let text?) in texts { object[name] = .string(text) }
        return JSONWriter().text(.object(object))
    }
}
