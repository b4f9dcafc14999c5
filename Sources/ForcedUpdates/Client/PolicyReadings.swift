import FeatureToggles

/// Policies that were read before: reading many patterns takes a hundred times as long as deciding by them.
final class PolicyReadings: Sendable {
    /// A policy that is ready to be asked.
    final class Policy: Sendable {
        let document: UpdatePolicyDocument
        private let index: UpdatePolicyIndex

        init(_ document: UpdatePolicyDocument) {
            self.document = document
            index = UpdatePolicyIndex(document)
        }

        /// What the policy says to somebody.
        ///
        /// - Complexity: O(*n*) in the number of entries, and O(log *m*) in that of their patterns.
        func verdict(for context: EvaluationContext, language: String? = nil) -> UpdatePolicyDocument.Verdict {
            let app = index.app(UpdatePolicyEntry.version(EvaluationContext.Attribute.appVersion, of: context))
            let os = index.os(UpdatePolicyEntry.version(EvaluationContext.Attribute.osVersion, of: context))
            let entry = index.entry(app: app, os: os, among: index.entries(for: context))
            return document.verdict(of: entry, for: context, language: language)
        }
    }

    /// What came of reading a policy.
    enum Result: Sendable {
        case policy(Policy)
        /// Why it cannot be used.
        case refused([UpdatePolicyProblem])

        var policy: Policy? { if case .policy(let policy) = self { policy } else { nil } }
    }

    private struct Known {
        let value: JSONValue
        let result: Result
    }

    /// How many are kept: the one in force, the one that was fetched, and the lock.
    private static let kept = 3

    /// The longest policy that is read on the thread that makes an ``UpdatePolicy``, in bytes: some thousand patterns.
    static let largestReadAtOnce = 16 << 10

    /// Whether a policy is too long to be read on the caller's thread.
    ///
    /// - Parameter value: The policy.
    /// - Returns: Whether it has more than ``largestReadAtOnce`` bytes as JSON.
    /// - Complexity: O(1) in the size of long policies: what is certainly too long is not measured to the end.
    static func isLong(_ value: JSONValue) -> Bool {
        var budget = 4 * largestReadAtOnce
        return !fits(value, &budget) || JSONWriter().bytes(value).count > largestReadAtOnce
    }

    /// Takes the approximate size of a value off a budget, as long as there is any left.
    private static func fits(_ value: JSONValue, _ budget: inout Int) -> Bool {
        budget -= 32
        switch value {
        case .null, .bool, .integer, .number: break
        case .string(let text): budget -= text.utf8.count
        case .array(let elements):
            for element in elements where !fits(element, &budget) { return false }
        case .object(let object):
            for member in object.members {
                budget -= member.name.utf8.count
                guard fits(member.value, &budget) else { return false }
            }
        }
        return budget >= 0
    }

    private let schemes: Set<String>
    private let opening = Mutex(false)
    private let known = Mutex<[Known]>([])

    init(schemes: Set<String>) {
        self.schemes = schemes
    }

    /// Whether a client is being made, whose caller waits.
    var isOpening: Bool {
        get { opening.withLock { $0 } }
        set { opening.withLock { $0 = newValue } }
    }

    /// Reads a policy, unless it was read before.
    ///
    /// - Complexity: O(*n*) in the size of the value; what was read before is only compared.
    func read(_ value: JSONValue) -> Result {
        if let result = known.withLock({ known in known.first { $0.value == value }?.result }) { return result }
        let reading = UpdatePolicyDocument.accept(value, as: .variant, schemes: schemes)
        let result: Result = reading.document.map { .policy(Policy($0)) } ?? .refused(reading.problems)
        keep(value, result)
        return result
    }

    /// Remembers a policy that was read elsewhere.
    func keep(_ value: JSONValue, _ document: UpdatePolicyDocument) {
        keep(value, .policy(Policy(document)))
    }

    private func keep(_ value: JSONValue, _ result: Result) {
        known.withLock { known in
            known.removeAll { $0.value == value }
            if known.count >= Self.kept { known.removeFirst() }
            known.append(Known(value: value, result: result))
        }
    }
}
