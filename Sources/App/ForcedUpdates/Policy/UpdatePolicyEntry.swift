public import FeatureToggles

/// An entry of a policy: the versions that it matches, and what it requires of them.
public struct UpdatePolicyEntry: Sendable {
    /// The level.
    public let level: UpdateLevel
    /// The versions of the app; one pattern has to match.
    ///
    /// Without patterns, every version matches.
    public let appVersions: [VersionPattern]
    /// The versions of the operating system; one pattern has to match.
    ///
    /// Without patterns, every version matches.
    public let osVersions: [VersionPattern]
    /// Attributes of the context by name, and their matching values.
    public let attributes: [String: [JSONValue]]
    /// The notice.
    public let notice: LocalizedNotice
    /// Whether `"all": true` marks a lockout by this entry as intended, although no update helps.
    public let isForAll: Bool

    /// Returns whether the entry matches a user.
    ///
    /// Only `*` matches an invalid or unknown version.
    ///
    /// - Parameter context: The attributes `appVersion`, `osVersion`, and those in ``attributes``.
    /// - Returns: Whether the versions and the attributes match.
    /// - Complexity: O(*n*) in the number of patterns.
    public func applies(to context: EvaluationContext) -> Bool {
        let (app, os) = context.versions
        return matches(app: app, os: os) && isAbout(context)
    }

    /// Returns whether the entry matches a version of the app on a version of the system.
    func matches(app: AppVersion?, os: AppVersion?) -> Bool {
        Self.matches(appVersions, app) && Self.matches(osVersions, os)
    }

    /// Returns whether a user has the attributes of the entry.
    package func isAbout(_ context: EvaluationContext) -> Bool {
        attributes.allSatisfy { name, values in
            let value = name == "targetingKey" ? context.targetingKey.map { .string($0) } : context[name]
            return value.map { values.contains($0) } ?? false
        }
    }

    package static func matches(_ patterns: [VersionPattern], _ version: AppVersion?) -> Bool {
        // Without copying the patterns one by one, as an iterator does.
        patterns.isEmpty
            || patterns.withUnsafeBufferPointer { patterns in
                patterns.indices.contains { patterns[$0].matches(version) }
            }
    }
}

extension EvaluationContext {
    /// The versions of the app and the system; `nil` for an invalid or unknown one.
    var versions: (app: AppVersion?, os: AppVersion?) {
        func version(_ attribute: String) -> AppVersion? {
            if case .string(let text)? = self[attribute] { AppVersion(strict: text) } else { nil }
        }
        return (version(Attribute.appVersion), version(Attribute.osVersion))
    }
}
