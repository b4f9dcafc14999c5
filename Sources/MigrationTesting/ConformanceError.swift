/// The promises that a store has broken.
public struct ConformanceError: Error, Sendable, Hashable, CustomStringConvertible {
    /// A sentence for each broken promise, in the order of the checks, without duplicates.
    public let brokenPromises: [String]

    /// All sentences, one per line.
    public var description: String {
        brokenPromises.map { "- \($0)" }.joined(separator: "\n")
    }
}

/// Collects broken promises.
struct Promises {
    private(set) var broken: [String] = []

    mutating func expect(_ condition: Bool, _ sentence: @autoclosure () -> String) {
        guard !condition else { return }
        let sentence = sentence()
        if !broken.contains(sentence) { broken.append(sentence) }
    }

    /// Runs a check; an error after a broken promise may be its consequence, so it ends only that check.
    mutating func run(_ check: (inout Promises) async throws -> Void) async throws {
        do {
            try await check(&self)
        } catch {
            if broken.isEmpty { throw error }
        }
    }

    /// Throws the broken promises, if there are any.
    func end() throws(ConformanceError) {
        if !broken.isEmpty { throw ConformanceError(brokenPromises: broken) }
    }
}
