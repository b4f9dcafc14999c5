extension UpdatePolicy {
    /// The decision of the parts: the first lock, or else the first recommendation.
    var combinedDecision: UpdateDecision {
        let decisions = parts.map(\.decision)
        return decisions.first(where: \.isLocked) ?? decisions.first { $0 != .upToDate } ?? .upToDate
    }

    /// Returns the problem of two policies that store their locks in the same file; `nil` if each has its own.
    static func sharedLockProblem(of parts: [UpdatePolicy]) -> String? {
        var found: [String: UpdatePolicy] = [:]
        for part in parts.flatMap(\.sources) {
            guard let path = part.lockFile.path, let other = found.updateValue(part, forKey: path) else { continue }
            if other !== part {
                return """
                    two of the combined update policies store their locks in \(path), so one removes the lock of the \
                    other; give each of them an ‘application’ of its own
                    """
            }
        }
        return nil
    }

    /// The policies that follow a source: the parts of all levels, or this policy.
    private var sources: [UpdatePolicy] { parts.isEmpty ? [self] : parts.flatMap(\.sources) }
}
