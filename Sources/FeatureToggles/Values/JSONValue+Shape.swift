extension JSONValue {
    /// Whether the value has the shape of a declared default, as generated structures decode it.
    ///
    /// Members that the value leaves out take those of the default, unless they are in an array. `null`, an empty array and
    /// one of mixed values say nothing of a shape.
    ///
    /// - Parameters:
    ///   - model: The default.
    ///   - isComplete: Whether no member may be left out.
    /// - Returns: Whether it fits.
    /// - Complexity: O(*n*) in the size of the value. The depth is that of the default, which readers limit.
    func fits(_ model: JSONValue, isComplete: Bool = false) -> Bool {
        switch (model, self) {
        case (.null, _), (.bool, .bool), (.integer, .integer), (.number, .number), (.number, .integer),
            (.string, .string):
            return true
        case (.integer, .number):
            return ToggleType.int.canonical(self) != nil
        case (.array(let models), .array(let values)):
            guard let first = models.first, models.allSatisfy({ $0.fits(first, isComplete: true) }) else { return true }
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
