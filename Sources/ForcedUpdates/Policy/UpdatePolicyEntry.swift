public import FeatureToggles
import FeatureTogglesRemote

/// One entry of a policy: which versions it is about, and what it demands of them.
public struct UpdatePolicyEntry: Sendable {
    /// What is demanded.
    public let level: UpdateLevel
    /// The versions of the app, of which one pattern has to match; every version when there is none.
    public let appVersions: [VersionPattern]
    /// The versions of the operating system, of which one pattern has to match; every version when there is none.
    public let osVersions: [VersionPattern]
    /// Attributes of the context by name, each with the values of which it must have one.
    public let attributes: [String: [JSONValue]]
    /// What the person is told.
    public let notice: LocalizedNotice
    /// Whether the entry says that whom it locks out is meant, though no update helps them.
    public let isForAll: Bool

    /// Whether the entry is about somebody.
    ///
    /// What is no version, or is not known, is only meant by `*`.
    ///
    /// - Parameter context: The attributes `appVersion`, `osVersion` and those that the entry names.
    /// - Returns: Whether versions and attributes are those that the entry means.
    /// - Complexity: O(*n*) in the number of patterns.
    public func applies(to context: EvaluationContext) -> Bool {
        Self.matches(appVersions, Self.version(EvaluationContext.Attribute.appVersion, of: context))
            && Self.matches(osVersions, Self.version(EvaluationContext.Attribute.osVersion, of: context))
            && isAbout(context)
    }

    /// Whether somebody has the attributes that the entry names, whatever versions they have.
    func isAbout(_ context: EvaluationContext) -> Bool {
        attributes.allSatisfy { name, values in
            let value = name == "targetingKey" ? context.targetingKey.map { .string($0) } : context[name]
            return value.map { values.contains($0) } ?? false
        }
    }

    private static func matches(_ patterns: [VersionPattern], _ version: ComparableVersion?) -> Bool {
        patterns.isEmpty || patterns.contains { $0.matches(version) }
    }

    static func version(_ attribute: String, of context: EvaluationContext) -> ComparableVersion? {
        guard case .string(let text)? = context[attribute] else { return nil }
        return ComparableVersion(text)
    }
}
