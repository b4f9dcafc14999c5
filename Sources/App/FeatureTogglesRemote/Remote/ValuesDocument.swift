package import FeatureToggles
import ToggleBase

/// The values of a document that were decided elsewhere, for one context: by an OFREP server, or by another service.
///
/// The other parsed documents are rules (``FlagDocument``), which this process evaluates itself.
///
/// An invalid entry evaluates to an error and doesn't affect others. The document is rejected as a whole only if its
/// text doesn't have the format at all.
package struct ValuesDocument: Sendable {
    /// The answers by remote parameter, as stated: neither parsed nor checked as the type of a toggle.
    package private(set) var answers: [String: RemoteAnswer] = [:]
    /// The parameters in the order of the text, without duplicates.
    package private(set) var keys: [String] = []
    /// The addresses at which an OFREP server announces changes; unknown kinds are omitted.
    package private(set) var eventStreams: [OFREPEventStream] = []
    /// The problems of entries, as sentences.
    package private(set) var problems: [String] = []

    /// Parses a document.
    ///
    /// - Parameters:
    ///   - text: JSON in UTF-8.
    ///   - format: ``RemoteDocument/Format/ofrep`` or ``RemoteDocument/Format/values``.
    /// - Throws: ``RemoteDocumentError`` if the text is not a document of the format, or exceeds one of
    ///   ``FlagDocument/Limits/standard``.
    /// - Complexity: O(*n*) in the size of the text.
    package init(text: [UInt8], format: RemoteDocument.Format) throws(RemoteDocumentError) {
        let limits = FlagDocument.Limits.standard
        guard text.count <= limits.size else {
            throw RemoteDocumentError(
                description: "the document has \(text.count) bytes, more than the \(limits.size) allowed"
            )
        }
        let root: JSONValue
        do {
            root = try JSONReader(maximumDepth: limits.depth).value(from: text)
        } catch {
            throw RemoteDocumentError(description: error.description)
        }
        if format == .ofrep {
            try readOFREP(root, limits)
        } else {
            try readValues(root, limits)
        }
    }

    /// Returns the answer for a toggle, with a value of the toggle's type or an error.
    ///
    /// - Returns: The answer, or `nil` if the document has none for the parameter.
    package func answer(for toggle: ToggleDefinition, parameter: String) -> RemoteAnswer? {
        statedAnswer(for: parameter)?.checked(for: toggle)
    }

    /// Returns the answer for a parameter as stated, which may not have the type of its toggle.
    func statedAnswer(for parameter: String) -> RemoteAnswer? {
        answers[parameter].flatMap { $0.error?.code == .flagNotFound ? nil : $0 }
    }

    private mutating func add(_ answer: RemoteAnswer, _ key: String) {
        if answers.updateValue(answer, forKey: key) == nil { keys.append(key) }
    }

    private static func invalid(_ message: String) -> RemoteAnswer {
        RemoteAnswer(reason: .error, error: EvaluationError(.parseError, message))
    }
}

// MARK: - Values of another service

extension ValuesDocument {
    /// Reads an object with a member for each parameter that has a value.
    ///
    /// `{"value": …}` contains a typed value, and `{"text": "…"}` a text that is parsed as the toggle's type:
    ///
    /// ```json
    /// {"search_ranking": {"text": "neural"}, "page_size": {"value": 20}}
    /// ```
    private mutating func readValues(
        _ root: JSONValue,
        _ limits: FlagDocument.Limits
    ) throws(RemoteDocumentError) {
        guard case .object(let object) = root else {
            throw RemoteDocumentError(
                description: "a document of values must be an object of parameters, not \(root.kindDescription)"
            )
        }
        guard object.members.count <= limits.flags else {
            throw RemoteDocumentError(
                description: "the document has \(object.members.count) values, more than the \(limits.flags) allowed"
            )
        }
        answers.reserveCapacity(object.members.count)
        for member in object.members {
            if answers[member.name] != nil {
                add(Self.invalid("the parameter has two values"), member.name)
            } else if member.name.utf8.count > limits.keyLength {
                add(Self.invalid("the parameter has more than \(limits.keyLength) bytes"), member.name)
            } else {
                add(Self.answer(ofValue: member.value, limits), member.name)
            }
        }
    }

    /// Returns the answer for a value.
    ///
    /// A service doesn't say why a parameter has a value. The category of the toggle says whether it's an experiment.
    private static func answer(ofValue json: JSONValue, _ limits: FlagDocument.Limits) -> RemoteAnswer {
        guard case .object(let object) = json, object.members.count == 1, let member = object.members.first else {
            return invalid(
                "a parameter must be {\"value\": …} or {\"text\": \"…\"}, not \(json.kindDescription)"
            )
        }
        switch (member.name, member.value) {
        case ("value", let value):
            guard !value.hasString(longerThan: limits.stringLength) else {
                return invalid("the value has a string of more than \(limits.stringLength) bytes")
            }
            return RemoteAnswer(value: value, reason: .static, isSplit: true)
        case ("text", .string(let text)):
            guard text.utf8.count <= limits.stringLength else {
                return invalid("the text has more than \(limits.stringLength) bytes")
            }
            return RemoteAnswer(value: .string(text), isText: true, reason: .static, isSplit: true)
        case ("text", let other): return invalid("‘text’ must be a string, not \(other.kindDescription)")
        default: return invalid("a parameter must have ‘value’ or ‘text’, but this one has ‘\(member.name)’")
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

// MARK: - OFREP

extension ValuesDocument {
    /// Reads the response to an OFREP bulk evaluation.
    ///
    /// Servers differ in details, so parsing is lenient. Unknown members are ignored, and reasons and error codes that
    /// the specification doesn't list are kept.
    ///
    /// - SeeAlso: https://openfeature.dev/specification/appendix-c/
    private mutating func readOFREP(
        _ root: JSONValue,
        _ limits: FlagDocument.Limits
    ) throws(RemoteDocumentError) {
        guard case .object(let members) = root else {
            throw RemoteDocumentError(
                description: "a bulk response must be an object with ‘flags’, not \(root.kindDescription)"
            )
        }
        guard case .array(let flags)? = members["flags"] else {
            guard case .string(let code)? = members["errorCode"] else {
                throw RemoteDocumentError(description: "the response has no array ‘flags’")
            }
            throw RemoteDocumentError(
                description: "the server returned the error ‘\(code.prefix(80))’ instead of ‘flags’"
            )
        }
        guard flags.count <= limits.flags else {
            throw RemoteDocumentError(
                description: "the response has \(flags.count) flags, more than the \(limits.flags) allowed"
            )
        }
        for (index, flag) in flags.enumerated() {
            guard case .object(let members) = flag, case .string(let key)? = members["key"], !key.isEmpty else {
                problems.append("flags[\(index)] has no ‘key’")
                continue
            }
            let answer =
                if answers[key] != nil {
                    Self.invalid("the response contains the flag twice")
                } else if key.utf8.count > limits.keyLength {
                    Self.invalid("the flag's key has more than \(limits.keyLength) bytes")
                } else {
                    Self.answer(ofFlag: members, limits)
                }
            add(answer, key)
            if let error = answer.error, error.code == .parseError {
                problems.append("‘\(key.prefix(limits.keyLength))’: \(error.message)")
            }
        }
        if case .array(let streams)? = members["eventStreams"] {
            eventStreams = streams.compactMap { OFREPEventStream($0) }
        }
    }

    private static func answer(ofFlag members: JSONObject, _ limits: FlagDocument.Limits) -> RemoteAnswer {
        switch members["errorCode"] {
        case nil, .null?: break
        case .string(let code)?:
            let details: String = if case .string(let text)? = members["errorDetails"] { text } else { "" }
            return RemoteAnswer(
                reason: .error,
                error: EvaluationError(
                    EvaluationError.Code(rawValue: String(code.prefix(80))),
                    details.isEmpty ? "the server could not evaluate the flag" : String(details.prefix(200))
                )
            )
        case let other?: return invalid("‘errorCode’ must be a string, not \(other.kindDescription)")
        }
        var answer = RemoteAnswer(reason: EvaluationReason(rawValue: "UNKNOWN"))
        switch members["reason"] {
        case nil, .null?: break
        case .string(let word)?: answer.reason = EvaluationReason(rawValue: String(word.prefix(80)))
        case let other?: return invalid("‘reason’ must be a string, not \(other.kindDescription)")
        }
        answer.isSplit = answer.reason == .split
        switch members["variant"] {
        case nil, .null?: break
        case .string(let name)?: answer.variant = name
        case let other?: return invalid("‘variant’ must be a string, not \(other.kindDescription)")
        }
        answer.value = members["value"].flatMap { $0 == .null ? nil : $0 }
        if answer.value?.hasString(longerThan: limits.stringLength) == true {
            return invalid("the value has a string of more than \(limits.stringLength) bytes")
        }
        return answer
    }
}
