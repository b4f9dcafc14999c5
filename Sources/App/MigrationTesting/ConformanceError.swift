/// The requirements that a store violates.
public struct ConformanceError: Error, Sendable, Hashable, CustomStringConvertible {
    /// A sentence for each violation, in the order of the checks, without duplicates.
    public let violations: [String]

    /// All sentences, one per line.
    public var description: String {
        violations.map { "- \($0)" }.joined(separator: "\n")
    }
}

/// Collects violations.
struct Promises {
    private(set) var broken: [String] = []

    mutating func expect(_ condition: Bool, _ sentence: @autoclosure () -> String) {
        guard !condition else { return }
        let sentence = sentence()
        if !broken.contains(sentence) { broken.append(sentence) }
    }

    /// Runs a check; an error after a violation may be its consequence, so it ends only that check.
    mutating func run(_ check: (inout Promises) async throws -> Void) async throws {
        do {
            try await check(&self)
        } catch {
            if broken.isEmpty { throw error }
        }
    }

    /// Throws an error if there are violations.
    func end() throws(ConformanceError) {
        if !broken.isEmpty { throw ConformanceError(violations: broken) }
    }
}
