/// One definition of a flagd document.
public struct FlagDefinition: Sendable {
    /// What a definition answers.
    enum Answer: Sendable {
        /// A value, chosen without rules.
        case value(JSONValue, variant: String)
        /// The code's default, because the definition chooses none.
        case codeDefault
        /// The code's default, because the definition is switched off.
        case disabled
        /// The code's default, because the definition cannot be used.
        case failed(EvaluationError)
    }

    /// What it answers.
    let answer: Answer

    /// A definition that cannot be used.
    static func broken(_ message: String) -> FlagDefinition {
        FlagDefinition(answer: .failed(EvaluationError(.parseError, message)))
    }

    private init(answer: Answer) {
        self.answer = answer
    }

    /// Reads a definition; whatever is wrong with it becomes its answer.
    init(_ json: JSONValue, limits: FlagDocument.Limits) {
        do {
            answer = try Self.answer(of: json, limits: limits)
        } catch {
            answer = .failed(error)
        }
    }

    private static func answer(of json: JSONValue, limits: FlagDocument.Limits) throws(EvaluationError) -> Answer {
        func broken(_ message: String) -> EvaluationError { EvaluationError(.parseError, message) }
        guard case .object(let flag) = json else {
            throw broken("a flag is an object, this is \(json.kindDescription)")
        }
        guard case .string(let state)? = flag["state"], state == "ENABLED" || state == "DISABLED" else {
            throw broken("‘state’ is \(flag["state"]?.excerpt ?? "missing"); write \"ENABLED\" or \"DISABLED\"")
        }
        guard case .object(let variants)? = flag["variants"], !variants.members.isEmpty else {
            throw broken("‘variants’ is missing or empty; write {\"on\": true, \"off\": false} or the like")
        }
        for variant in variants.members where variant.value.exceeds(stringLength: limits.stringLength) {
            throw broken("variant ‘\(variant.name)’ has a string of more than \(limits.stringLength) bytes")
        }
        if state == "DISABLED" { return .disabled }
        switch flag["targeting"] {
        case nil, .null?: break
        case .object(let rule)? where rule.members.isEmpty: break
        case .object?:
            throw EvaluationError(.general, "the flag has targeting rules, which this client does not evaluate")
        case let other?: throw broken("‘targeting’ is an object, this is \(other.kindDescription)")
        }
        switch flag["defaultVariant"] {
        case nil, .null?: return .codeDefault
        case .string(let name)?:
            guard let value = variants[name] else {
                throw broken("‘defaultVariant’ is ‘\(name)’, which is not among the variants")
            }
            return .value(value, variant: name)
        case let other?: throw broken("‘defaultVariant’ is the name of a variant, this is \(other.kindDescription)")
        }
    }
}

extension JSONValue {
    /// Whether a string in it is longer than so many bytes of UTF-8.
    ///
    /// Documents are read with a limit to their depth, so this does not recurse without bound.
    fileprivate func exceeds(stringLength: Int) -> Bool {
        switch self {
        case .null, .bool, .integer, .number: false
        case .string(let text): text.utf8.count > stringLength
        case .array(let elements): elements.contains { $0.exceeds(stringLength: stringLength) }
        case .object(let object): object.members.contains { $0.value.exceeds(stringLength: stringLength) }
        }
    }
}
