import FeatureToggles

/// Locks that no update helps against, found by asking a policy about the table of versions that
/// `toggles update-policy test --matrix` prints.
///
/// Only released versions count, because most users can't install a prerelease.
package struct Lockout<Place: Comparable & Sendable>: Sendable {
    /// A lock, and the entry or variant that it comes from.
    package struct Lock: Sendable {
        package let place: Place
        package let level: UpdateLevel
        /// Whether `"all": true` marks the lock as intended.
        package let isIntended: Bool

        package init(_ place: Place, _ level: UpdateLevel, isIntended: Bool) {
            (self.place, self.level, self.isIntended) = (place, level, isIntended)
        }
    }

    /// Whether every version is locked out; otherwise, it's only the newest one and all later ones.
    package let isOfEveryVersion: Bool
    /// A lock of the newest version that isn't marked as intended, preferably one that requires an update; `nil` if all
    /// are.
    ///
    /// The locks of older versions don't matter, because they may precede the closing of the app.
    package let unintended: Lock?

    /// The maximum number of comparisons; if all pairs of versions are locked out until then, the others count as locked
    /// out, too.
    package static var budget: Int { 2_000_000 }

    /// Searches for locks of the newest version on every version of the system, and of all other versions.
    ///
    /// There is no lockout if users of the newest version can continue on some version of the system.
    ///
    /// - Parameters:
    ///   - app: The released versions of the app, from old to new.
    ///   - os: The released versions of the system, from old to new.
    ///   - cost: The number of comparisons that a pair takes.
    ///   - locks: Returns the possible locks of a pair of versions, or `nil` if users can continue.
    package init?(app: [String], os: [String], cost: Int, locks: (_ app: String, _ os: String) -> [Lock]?) {
        guard let newest = app.last else { return nil }
        var left = Self.budget
        var found: [Lock] = []
        for system in os.reversed() where left >= 0 {
            left -= max(cost, 1)
            guard let locks = locks(newest, system) else { return nil }
            found += locks
        }
        unintended = found.filter { !$0.isIntended }.min { left, right in
            left.level == right.level ? left.place < right.place : left.level == .required
        }
        isOfEveryVersion = app.dropLast().reversed().allSatisfy { app in
            os.reversed().allSatisfy { os in
                left -= max(cost, 1)
                return left < 0 || locks(app, os) != nil
            }
        }
    }
}

extension UpdatePolicyDocument {
    /// Who is locked out for good by the entries without attributes; the others apply to some users only.
    package var lockout: Lockout<Int>? {
        let entries = entries.enumerated().filter { $0.element.attributes.isEmpty }
        guard entries.contains(where: \.element.level.isLock) else { return nil }
        func locks(_ app: AppVersion?, _ os: AppVersion?) -> [Lockout<Int>.Lock]? {
            guard let (index, entry) = entries.first(where: { $0.element.matches(app: app, os: os) }),
                entry.level.isLock
            else { return nil }
            return [Lockout.Lock(index, entry.level, isIntended: isForAll || entry.isForAll)]
        }
        // Nearly every policy lets users of the newest version continue.
        guard locks(.last, .last) != nil else { return nil }
        let (app, os) = boundaries
        return Lockout(
            app: VersionGrid.releases(around: app).map(\.description),
            os: VersionGrid.releases(around: os).map(\.description),
            cost: patternCount
        ) { locks(AppVersion(strict: $0), AppVersion(strict: $1)) }
    }

    /// Where decisions may change by the version of the app, and by that of the system.
    package var boundaries: (app: [VersionBoundary], os: [VersionBoundary]) {
        (entries.flatMap(\.appVersions).flatMap(\.boundaries), entries.flatMap(\.osVersions).flatMap(\.boundaries))
    }

    /// The number of conditions of all patterns.
    package var patternCount: Int {
        entries.reduce(0) { sum, entry in
            entry.appVersions.reduce(sum) { $0 + $1.count } + entry.osVersions.reduce(1) { $0 + $1.count }
        }
    }

    /// Whether a lock is marked as intended, although no update may help.
    package func accepts(_ verdict: Verdict) -> Bool {
        isForAll || verdict.entry.map { entries[$0].isForAll } ?? false
    }
}

extension UpdatePolicyReader {
    /// Reports locks that no update helps against.
    mutating func checkLockout(by document: UpdatePolicyDocument) {
        guard document.hasDetails, let lockout = document.lockout, let lock = lockout.unintended else { return }
        let details: [Step] = [.member("details")]
        if lockout.isOfEveryVersion {
            let namesPrerelease = document.entries.contains { $0.appVersions.contains(where: \.namesPrerelease) }
            error(
                document.entries.count == 1 ? details + [.element(0)] : details,
                """
                every \(namesPrerelease ? "released " : "")version of the app is locked out on every version of the system, \
                so no update helps; name the versions to lock out, or write "all": true beside ‘details’, or \
                into each entry that locks the newest version, if that is intended
                """
            )
            return
        }
        let consequence =
            lock.level == .required
            ? ", so users who update are locked out again"
            : ", and every later one until the entry is removed, even one with a fix"
        warning(
            details + [.element(lock.place)],
            """
            the newest version is locked out as well\(consequence); end the range, as in ‘<2.0.0’, or write "all": true \
            into the entry if that is intended
            """
        )
    }
}
