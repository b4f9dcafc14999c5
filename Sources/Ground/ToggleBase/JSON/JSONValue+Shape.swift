extension JSONValue {
    /// Returns whether the value has the structure of a declared default, as generated structures decode it.
    ///
    /// Missing members take those of the default, except in arrays. `null`, empty values, and arrays of mixed values in
    /// the default allow any structure.
    ///
    /// - Parameters:
    ///   - model: The default.
    ///   - isComplete: Whether no member may be missing.
    /// - Returns: Whether the value has the structure.
    /// - Complexity: O(*n*) in the size of the value. The depth is that of the default, which readers limit.
    package func fits(_ model: JSONValue, isComplete: Bool = false) -> Bool {
        switch (model, self) {
        case (.null, _), (.bool, .bool), (.integer, .integer), (.number, .number), (.number, .integer),
            (.string, .string):
            return true
        case (.integer, .number):
            return ToggleType.int.canonical(self) != nil
        case (.object(let model), _) where model.members.isEmpty:
            return true
        case (.array(let models), _):
            guard let first = models.first, models.allSatisfy({ $0.fits(first, isComplete: true) }) else { return true }
            guard case .array(let values) = self else { return false }
            return values.allSatisfy { $0.fits(first, isComplete: true) }
        case (.object(let model), .object(let object)):
            return model.members.allSatisfy { member in
                object[member.name].map { $0.fits(member.value, isComplete: isComplete) } ?? !isComplete
            }
        default:
            return false
        }
    }
}
