import ToggleBase

extension FlatValue {
    /// The value as JSON text for messages, truncated to 40 characters.
    ///
    /// It examines only as much of the value as the excerpt can show.
    var excerpt: String {
        var budget = 64
        return beginning(&budget).excerpt
    }

    /// Returns a copy of the value that ends once its text has as many characters as the budget allows.
    private func beginning(_ budget: inout Int) -> JSONValue {
        budget -= 1
        switch kind {
        case .string: return .string(Self.beginning(of: bytes, &budget))
        case .array:
            var elements: [JSONValue] = []
            for element in self.elements {
                guard budget > 0 else { break }
                elements.append(element.beginning(&budget))
            }
            return .array(elements)
        case .object:
            var members: [JSONObject.Member] = []
            for member in self.members {
                guard budget > 0 else { break }
                let name = Self.beginning(of: member.name.bytes, &budget)
                members.append(JSONObject.Member(name: name, value: member.value.beginning(&budget)))
            }
            return .object(JSONObject(members))
        default: return json
        }
    }

    /// Returns the beginning of a string: four bytes, the maximum of a scalar, for each character of the budget.
    private static func beginning(of bytes: UnsafeBufferPointer<UInt8>, _ budget: inout Int) -> String {
        let part = bytes.prefix(4 * max(budget, 0))
        budget -= part.count
        return String(decoding: part, as: UTF8.self)
    }
}
