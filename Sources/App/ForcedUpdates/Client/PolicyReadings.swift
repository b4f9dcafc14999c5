import FeatureToggles
import FeatureTogglesRemote
import ToggleBase

/// Parsed policies: parsing many patterns takes a hundred times as long as evaluating them.
final class PolicyReadings: Sendable {
    /// The result of parsing a policy.
    enum Result: Sendable {
        case policy(UpdatePolicyDocument)
        /// The policy is invalid.
        case refused([UpdatePolicyDiagnostic])

        var policy: UpdatePolicyDocument? { if case .policy(let policy) = self { policy } else { nil } }
    }

    private struct Known {
        let value: JSONValue
        let result: Result
    }

    /// The number of kept policies: the active one, the fetched one, and the lock.
    private static let kept = 3

    /// The maximum cost of a policy that is parsed on the thread that creates an ``UpdatePolicy``: some hundred
    /// patterns, which take a millisecond.
    static let costAtOnce = ReadingCost(maximumSize: 16 << 10, maximumParts: 500)

    /// Returns whether a policy is too long to parse on the caller's thread.
    ///
    /// - Parameter value: The policy.
    /// - Returns: Whether it exceeds ``costAtOnce`` as JSON.
    /// - Complexity: O(1) in the size of long policies, which are measured only up to the limit.
    static func isLong(_ value: JSONValue) -> Bool {
        var budget = 4 * costAtOnce.maximumSize
        return !fits(value, &budget) || costAtOnce.isExceeded(by: JSONWriter().bytes(value))
    }

    /// Subtracts the approximate size of a value from a budget until nothing is left.
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
    private let known = Mutex<[Known]>([])

    init(schemes: Set<String>) {
        self.schemes = schemes
    }

    /// Parses a policy, unless it is known.
    ///
    /// - Complexity: O(*n*) in the size of the value; a known one is only compared.
    func read(_ value: JSONValue) -> Result {
        if let result = known.withLock({ known in known.first { $0.value == value }?.result }) { return result }
        let reading = UpdatePolicyDocument.accept(value, as: .variant, schemes: schemes)
        let result: Result = reading.document.map { .policy($0) } ?? .refused(reading.diagnostics)
        keep(value, result)
        return result
    }

    /// Keeps a policy that was parsed elsewhere.
    func keep(_ value: JSONValue, _ document: UpdatePolicyDocument) {
        keep(value, .policy(document))
    }

    private func keep(_ value: JSONValue, _ result: Result) {
        known.withLock { known in
            known.removeAll { $0.value == value }
            if known.count >= Self.kept { known.removeFirst() }
            known.append(Known(value: value, result: result))
        }
    }
}
