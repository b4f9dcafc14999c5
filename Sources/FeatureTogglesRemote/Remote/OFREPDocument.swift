package import FeatureToggles

/// The response to an OFREP bulk evaluation: a value for each flag, decided on the server for one context.
///
/// Servers differ in details, so parsing is lenient. Unknown members are ignored, and reasons and error codes that the
/// specification doesn't list are kept. An invalid answer evaluates to an error for its flag only. The response is
/// refused as a whole only if its text is not a bulk response at all.
///
/// - SeeAlso: https://openfeature.dev/specification/appendix-d/
package struct OFREPDocument: Sendable {
    /// The server's answer for one flag.
    package struct Answer: Sendable, Hashable {
        /// The value, or `nil` if the default in code applies.
        package let value: JSONValue?
        /// The variant's name, if the server states it.
        package let variant: String?
        /// The reason as stated by the server, or `UNKNOWN` without one.
        package let reason: EvaluationReason
        /// The error for this flag, if any.
        package let error: EvaluationError?
        /// The server's metadata for the flag.
        package let metadata: JSONObject

        /// Creates an answer.
        package init(
            value: JSONValue? = nil,
            variant: String? = nil,
            reason: EvaluationReason,
            error: EvaluationError? = nil,
            metadata: JSONObject = [:]
        ) {
            self.value = value
            self.variant = variant
            self.reason = reason
            self.error = error
            self.metadata = metadata
        }
    }

    /// The answers by flag key, which is the toggles' remote parameter.
    package let answers: [String: Answer]
    /// The flags' keys in the order of the text, without duplicates.
    package let keys: [String]
    /// The server's metadata for the whole set of flags.
    package let metadata: JSONObject
    /// The addresses at which the server announces changes; unknown kinds are omitted.
    package let eventStreams: [OFREPEventStream]
    /// The problems in the text, as sentences.
    package let problems: [String]

    /// Parses a response.
    ///
    /// - Parameter text: JSON in UTF-8.
    /// - Throws: ``FlagDocument/Refusal`` if the text is not JSON, has no array `flags`, or exceeds one of
    ///   ``FlagDocument/Limits/standard``.
    /// - Complexity: O(*n*) in the size of the text.
    package init(text: [UInt8]) throws(FlagDocument.Refusal) {
        let limits = FlagDocument.Limits.standard
        func refusal(_ sentence: String) -> FlagDocument.Refusal { FlagDocument.Refusal(description: sentence) }
        guard text.count <= limits.size else {
            throw refusal("the answer has \(text.count) bytes, more than the \(limits.size) allowed")
        }
        let root: JSONValue
        do {
            root = try JSONReader(maximumDepth: limits.depth).value(from: text)
        } catch {
            throw refusal(error.description)
        }
        guard case .object(let members) = root else {
            throw refusal("a bulk answer is an object with ‘flags’, this is \(root.kindDescription)")
        }
        guard case .array(let flags)? = members["flags"] else {
            if case .string(let code)? = members["errorCode"] {
                throw refusal("the server answers with the error ‘\(code.prefix(80))’ instead of ‘flags’")
            }
            throw refusal("the answer has no array ‘flags’")
        }
        guard flags.count <= limits.flags else {
            throw refusal("the answer has \(flags.count) flags, more than the \(limits.flags) allowed")
        }
        var answers: [String: Answer] = [:]
        var keys: [String] = []
        var problems: [String] = []
        for (index, flag) in flags.enumerated() {
            guard case .object(let members) = flag, case .string(let key)? = members["key"], !key.isEmpty else {
                problems.append("flags[\(index)] has no ‘key’")
                continue
            }
            let isFirst = answers[key] == nil
            if isFirst { keys.append(key) }
            let answer =
                if !isFirst {
                    Answer.broken("the answer has the flag twice")
                } else if key.utf8.count > limits.keyLength {
                    Answer.broken("the flag's key has more than \(limits.keyLength) bytes")
                } else {
                    Answer(members, limits: limits)
                }
            answers[key] = answer
            if let error = answer.error, error.code == .parseError {
                problems.append("‘\(key.prefix(limits.keyLength))’: \(error.message)")
            }
        }
        self.answers = answers
        self.keys = keys
        self.problems = problems
        if case .object(let metadata)? = members["metadata"] { self.metadata = metadata } else { metadata = [:] }
        if case .array(let streams)? = members["eventStreams"] {
            eventStreams = streams.compactMap { OFREPEventStream($0) }
        } else {
            eventStreams = []
        }
    }
}

extension OFREPDocument.Answer {
    /// Returns an answer for an invalid entry.
    fileprivate static func broken(_ message: String) -> Self {
        Self(reason: .error, error: EvaluationError(.parseError, message))
    }

    /// Parses an answer; any problem becomes its error.
    fileprivate init(_ members: JSONObject, limits: FlagDocument.Limits) {
        let metadata: JSONObject = if case .object(let object)? = members["metadata"] { object } else { [:] }
        switch members["errorCode"] {
        case nil, .null?: break
        case .string(let code)?:
            let details: String = if case .string(let text)? = members["errorDetails"] { text } else { "" }
            self.init(
                reason: .error,
                error: EvaluationError(
                    EvaluationError.Code(rawValue: String(code.prefix(80))),
                    details.isEmpty ? "the server could not evaluate the flag" : String(details.prefix(200))
                ),
                metadata: metadata
            )
            return
        case let other?:
            self = .broken("‘errorCode’ is a word, this is \(other.kindDescription)")
            return
        }
        let reason: EvaluationReason
        switch members["reason"] {
        case nil, .null?: reason = EvaluationReason(rawValue: "UNKNOWN")
        case .string(let word)?: reason = EvaluationReason(rawValue: String(word.prefix(80)))
        case let other?:
            self = .broken("‘reason’ is a word, this is \(other.kindDescription)")
            return
        }
        let variant: String?
        switch members["variant"] {
        case nil, .null?: variant = nil
        case .string(let name)?: variant = name
        case let other?:
            self = .broken("‘variant’ is a name, this is \(other.kindDescription)")
            return
        }
        let value = members["value"].flatMap { $0 == .null ? nil : $0 }
        if let value, value.hasString(longerThan: limits.stringLength) {
            self = .broken("the value has a string of more than \(limits.stringLength) bytes")
            return
        }
        self.init(value: value, variant: variant, reason: reason, metadata: metadata)
    }
}
