import FeatureToggles

extension UpdatePolicyDocument {
    /// Whether nobody with a released version may go on, whatever version they have and wherever they run it.
    ///
    /// Entries that look at other attributes do not count: they are about some people alone.
    package var locksEveryVersion: Bool {
        guard entries.contains(where: \.level.isLock) else { return false }
        let index = UpdatePolicyIndex(self)
        var left = UpdatePolicyIndex.budget
        return index.locksEveryVersion(of: index.entries { $0.attributes.isEmpty }, &left) ?? true
    }
}

extension UpdatePolicyEntry {
    /// Whether it is about everybody who has one of the values of each attribute.
    func isAbout(_ values: [String: [JSONValue]]) -> Bool {
        attributes.allSatisfy { name, own in values[name]?.allSatisfy { own.contains($0) } ?? false }
    }
}
