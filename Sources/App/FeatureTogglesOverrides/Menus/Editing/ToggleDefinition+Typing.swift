#if OVERRIDES
package import ToggleBase
package import FeatureToggles

extension ToggleDefinition {
    /// Parses a value that was typed in a menu.
    ///
    /// - Parameter text: The text. Spaces around numbers, variants, and JSON are ignored.
    /// - Returns: The value in canonical form.
    /// - Throws: ``InputError`` with the reason why the text is not a valid value, and the location of the mistake.
    package func value(typed text: String) throws(InputError) -> JSONValue {
        // Spaces around numbers, variants, and JSON are unintentional.
        var text = type == .string ? text : text.trimmed
        if type == .json { text = text.typedJSON }
        if type == .json {
            do throws(JSONSyntaxError) {
                _ = try JSONReader(roundsIntegers: false).value(from: text)
            } catch {
                let (line, column) = (error.location.line, error.location.column)
                let place = (line > 1 ? "line \(line), " : "") + "column \(column)"
                throw InputError("\(place): \(error.message)", column: line == 1 ? column : nil)
            }
        }
        do throws(EvaluationError) {
            return try value(fromText: text)
        } catch {
            throw InputError(reason(against: text) ?? error.message)
        }
    }

    /// Returns a more specific reason than the type's own if the text is almost a valid value.
    private func reason(against text: String) -> String? {
        switch type {
        case .int:
            let digits = text.first == "-" || text.first == "+" ? text.dropFirst() : text[...]
            guard !digits.isEmpty, digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
            return "\(text) is out of range; ‘\(key)’ takes \(ValueText.limits(of: .int))"
        case .double:
            guard text.utf8.allSatisfy({ "0123456789+-.eE".utf8.contains($0) }), Double(text)?.isInfinite == true else {
                return nil
            }
            let largest = Double.greatestFiniteMagnitude
            return "\(text) is out of range; ‘\(key)’ takes a number from -\(largest) to \(largest)"
        case .json:
            guard let value = try? JSONReader().value(from: text) else { return nil }
            return value.shapeDifference(from: defaultValue).map { "‘\(key)’: \($0)" }
        case .bool, .string, .variants: return nil
        }
    }
}
#endif
