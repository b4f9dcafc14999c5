/// The promises that a store did not keep.
public struct ConformanceFailure: Error, Sendable, Hashable, CustomStringConvertible {
    /// A sentence per broken promise, in the order of the checks; each once.
    public let brokenPromises: [String]

    /// All sentences, one a line.
    public var description: String {
        brokenPromises.map { "- \($0)" }.joined(separator: "\n")
    }
}

/// Collects the promises that are not kept.
struct Promises {
    private(set) var broken: [String] = []

    mutating func expect(_ condition: Bool, _ sentence: @autoclosure () -> String) {
        guard !condition else { return }
        let sentence = sentence()
        if !broken.contains(sentence) { broken.append(sentence) }
    }

    /// Runs a check; behind a broken promise, whatever else fails may be for that reason, and ends the check alone.
    mutating func run(_ check: (inout Promises) async throws -> Void) async throws {
        do {
            try await check(&self)
        } catch {
            if broken.isEmpty { throw error }
        }
    }

    /// Ends the check.
    func end() throws(ConformanceFailure) {
        if !broken.isEmpty { throw ConformanceFailure(brokenPromises: broken) }
    }
}
