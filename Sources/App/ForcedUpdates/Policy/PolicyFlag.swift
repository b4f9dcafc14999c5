import FeatureToggles
package import FeatureTogglesRemote
package import ToggleBase

/// A flag whose variants are update policies.
package final class PolicyFlag: Sendable {
    /// The policies by variant, without those that apps don't accept.
    private let policies: [String: UpdatePolicyDocument]
    private let defaultVariant: String?
    private let document: FlagDocument
    private let index: Int

    /// Creates a flag of a document, or returns `nil` if the document doesn't contain it.
    ///
    /// - Parameters:
    ///   - key: The flag's key.
    ///   - document: The document.
    ///   - definition: The flag's definition.
    ///   - schemes: The allowed schemes of links, in lower case.
    /// - Complexity: O(*n*) in the size of the variants.
    package init?(
        _ key: String,
        of document: FlagDocument,
        _ definition: JSONValue,
        schemes: Set<String>
    ) {
        guard let index = document.index(of: key), case .object(let members) = definition else { return nil }
        var policies: [String: UpdatePolicyDocument] = [:]
        if case .object(let variants)? = members["variants"] {
            for variant in variants.members {
                policies[variant.name] =
                    UpdatePolicyDocument.accept(variant.value, as: .variant, schemes: schemes).document
            }
        }
        self.policies = policies
        defaultVariant = if case .string(let name)? = members["defaultVariant"] { name } else { nil }
        (self.document, self.index) = (document, index)
    }

    /// Creates a flag of a document, or returns `nil` if the document doesn't contain it.
    ///
    /// - Complexity: O(*n*) in the size of the document.
    package convenience init?(key: String, of document: FlagDocument, schemes: Set<String>) {
        guard case .object(let root)? = try? JSONReader().value(from: document.text),
            case .object(let flags)? = root["flags"], let definition = flags[key]
        else { return nil }
        self.init(key, of: document, definition, schemes: schemes)
    }

    /// Where decisions of the rule and the policies may change by the version of the app, and by that of the system.
    package func boundaries(of rule: PolicyRule) -> (app: [VersionBoundary], os: [VersionBoundary]) {
        rule.boundaries(with: policies.values)
    }

    /// Returns whether the flag locks out every released version, and the newest one by a lock that isn't marked as
    /// intended with `"all": true`, so that apps ignore its locks, except for intended ones.
    ///
    /// - Parameter timestamp: The time in seconds since 1970.
    /// - Returns: Whether only intended locks are followed.
    package func locksEveryVersion(at timestamp: Int64) -> Bool {
        lockout(at: timestamp).map { $0.isOfEveryVersion == true && $0.unintended != nil } ?? false
    }

    /// What the flag's rule reads and returns.
    ///
    /// - Complexity: O(*n*) in the size of the rule, each time.
    package var rule: PolicyRule { PolicyRule(document, index) }

    /// Returns whom the flag locks out for good; `nil` if users of the newest version can continue.
    ///
    /// If the rule reads nothing but versions and the time, it's evaluated for the versions that it or a policy names,
    /// and for those next to them. Otherwise, users may get any variant that the rule can return, so a flag that lets
    /// anyone with a released version continue is never mistaken for a lockout.
    ///
    /// - Parameter timestamp: The time in seconds since 1970.
    /// - Returns: The lockout.
    package func lockout(at timestamp: Int64) -> Lockout<String>? {
        let rule = rule
        var words: [String: Range<Int>] = [:]
        var count = 0
        for (name, policy) in policies {
            words[name] = count..<count + policy.wordCount
            count += policy.wordCount
        }
        func classes(
            _ patterns: (UpdatePolicyEntry) -> [VersionPattern],
            _ releases: [String]
        ) -> [VersionClass] {
            let entries = policies.flatMap { name, policy in policy.bits(patterns, at: words[name]?.lowerBound ?? 0) }
            return VersionClass.classes(of: entries, words: count, apart: releases)
        }
        let (apps, systems) = rule.releases
        let classes = (app: classes(\.appVersions, apps), os: classes(\.osVersions, systems))
        let newest = classes.app.last?.version
        return Lockout(app: classes.app, os: classes.os) { app, os, budget in
            func lock(_ variant: String) -> Lockout<String>.Lock? {
                budget -= 1
                guard let policy = policies[variant], let words = words[variant],
                    let index = VersionClass.firstMatch(app, os, in: words), policy.entries[index].level.isLock
                else { return nil }
                let isIntended = policy.isForAll || policy.entries[index].isForAll
                return Lockout.Lock(variant, policy.entries[index].level, isIntended: isIntended)
            }
            // The build of the newest version is newer than all that the rule names; others are unknown.
            let isNewest = app.version == newest
            let isUnknown = rule.readsOthers || rule.readsBuild && !isNewest
            // The lock of an older version doesn't matter if all results are one.
            if isUnknown || !isNewest {
                let locks = possibleLocks(rule, lock)
                if isUnknown || locks != nil { return locks }
            }
            budget -= rule.size
            var context = Self.context(app.version, os.version)
            if isNewest { context[EvaluationContext.Attribute.appBuild] = .string("\(AppVersion.maximumNumber)") }
            let answer = document.evaluate(index, context: context, timestamp: timestamp)
            return answer.variant.flatMap(lock).map { [$0] }
        }
    }

    /// Returns the locks that the rule can choose for some users, or `nil` if some can continue.
    private func possibleLocks(
        _ rule: PolicyRule,
        _ lock: (String) -> Lockout<String>.Lock?
    ) -> [Lockout<String>.Lock]? {
        guard let results = rule.results else { return nil }
        var locks: [Lockout<String>.Lock] = []
        for result in results {
            guard let name = result ?? defaultVariant, let lock = lock(name) else { return nil }
            locks.append(lock)
        }
        return locks
    }

    private static func context(_ app: String, _ os: String) -> EvaluationContext {
        EvaluationContext(attributes: [
            EvaluationContext.Attribute.appVersion: .string(app), EvaluationContext.Attribute.osVersion: .string(os),
        ])
    }
}
