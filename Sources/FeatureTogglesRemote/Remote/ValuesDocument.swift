package import FeatureToggles

/// A document of values that were evaluated elsewhere: ``RemoteDocument/Format/values``.
///
/// It is an object with a member for each parameter that has a value. `{"value": …}` contains a typed value, and
/// `{"text": "…"}` a text that is parsed as the toggle's type:
///
/// ```json
/// {"search_ranking": {"text": "neural"}, "page_size": {"value": 20}}
/// ```
///
/// An invalid parameter evaluates to an error and doesn't affect others. The document is refused as a whole only if its
/// text is not a values document at all.
package struct ValuesDocument: Sendable {
    /// The document's entry for a parameter.
    enum Answer: Sendable, Hashable {
        case value(RemoteValue)
        case failed(EvaluationError)
    }

    let answers: [String: Answer]

    /// Parses a document.
    ///
    /// - Parameters:
    ///   - text: JSON in UTF-8.
    ///   - limits: The limits of size, number of parameters, depth, and length of keys and strings.
    /// - Throws: ``FlagDocument/Refusal`` if the text is not a JSON object or exceeds a limit.
    /// - Complexity: O(*n*) in the size of the text.
    package init(text: [UInt8], limits: FlagDocument.Limits = .standard) throws(FlagDocument.Refusal) {
        guard text.count <= limits.size else {
            throw FlagDocument.Refusal(
                description: "the document has \(text.count) bytes, more than the \(limits.size) allowed"
            )
        }
        let root: JSONValue
        do {
            root = try JSONReader(maximumDepth: limits.depth).value(from: text)
        } catch {
            throw FlagDocument.Refusal(description: error.description)
        }
        guard case .object(let object) = root else {
            throw FlagDocument.Refusal(
                description: "a document of values is an object of parameters, this is \(root.kindDescription)"
            )
        }
        guard object.members.count <= limits.flags else {
            throw FlagDocument.Refusal(
                description: "the document has \(object.members.count) values, more than the \(limits.flags) allowed"
            )
        }
        var answers: [String: Answer] = [:]
        answers.reserveCapacity(object.members.count)
        for member in object.members {
            answers[member.name] =
                if answers[member.name] != nil {
                    .failed(EvaluationError(.parseError, "the parameter has two values"))
                } else if member.name.utf8.count > limits.keyLength {
                    .failed(EvaluationError(.parseError, "the parameter has more than \(limits.keyLength) bytes"))
                } else {
                    Self.answer(of: member.value, limits: limits)
                }
        }
        self.answers = answers
    }

    private static func answer(of json: JSONValue, limits: FlagDocument.Limits) -> Answer {
        guard case .object(let object) = json, object.members.count == 1, let member = object.members.first else {
            return broken("a parameter has {\"value\": …} or {\"text\": \"…\"}, this is \(json.kindDescription)")
        }
        switch (member.name, member.value) {
        case ("value", let value):
            guard !value.hasString(longerThan: limits.stringLength) else {
                return broken("the value has a string of more than \(limits.stringLength) bytes")
            }
            return .value(.json(value))
        case ("text", .string(let text)):
            guard text.utf8.count <= limits.stringLength else {
                return broken("the text has more than \(limits.stringLength) bytes")
            }
            return .value(.text(text))
        case ("text", let other): return broken("‘text’ is a string, this is \(other.kindDescription)")
        default: return broken("a parameter has ‘value’ or ‘text’, this has ‘\(member.name)’")
        }
    }

    private static func broken(_ message: String) -> Answer { .failed(EvaluationError(.parseError, message)) }

    /// The parameters that have a value or an error, in no particular order.
    package var parameters: [String] { Array(answers.keys) }

    /// Returns the value for a toggle, in canonical form.
    ///
    /// - Parameter toggle: The toggle. Its remote parameter selects the value, and its type determines how the value is
    ///   parsed.
    /// - Returns: The value, or `nil` if the document contains none or the toggle has no remote parameter.
    /// - Throws: ``EvaluationError`` if the value is invalid for the toggle.
    package func value(for toggle: ToggleDefinition) throws(EvaluationError) -> JSONValue? {
        switch toggle.remoteParameter.flatMap({ answers[$0] }) {
        case nil: return nil
        case .failed(let error)?: throw error
        case .value(.json(let value))?: return try toggle.usable(ofDocument: value)
        case .value(.text(let text))?: return try toggle.value(fromText: text)
        }
    }

    /// Returns the text of a document with the given values; equal values produce equal text.
    static func text(of values: [String: RemoteValue]) -> [UInt8] {
        let members = values.map { parameter, value in
            let answer: JSONValue =
                switch value {
                case .json(let json): ["value": json]
                case .text(let text): ["text": .string(text)]
                }
            return JSONObject.Member(name: parameter, value: answer)
        }
        return JSONWriter().bytes(.object(JSONObject(members).sortedByName()))
    }
}
