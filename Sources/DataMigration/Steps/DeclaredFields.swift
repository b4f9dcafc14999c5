import JSONText

/// The members of a step or move in a JSON document.
struct DeclaredFields {
    let object: JSONObject

    init(_ json: JSONValue, in subject: String) throws(DeclaredStep.Problem) {
        guard case .object(let object) = json else {
            throw DeclaredStep.Problem(message: "Found \(json.kindDescription); write \(subject) as an object.")
        }
        self.object = object
    }

    /// Refuses members that nobody knows, which may be a slip.
    func allowOnly(_ names: [String]) throws(DeclaredStep.Problem) {
        for member in object.members where !names.contains(member.name) {
            throw DeclaredStep.Problem(
                message: "“\(member.name)” is not known here; known are \(names.joined(separator: ", ")).",
                member: member.name
            )
        }
    }

    func text(_ name: String) throws(DeclaredStep.Problem) -> String {
        guard case .string(let text)? = object[name], !text.isEmpty else {
            throw DeclaredStep.Problem(message: "Write “\(name)”, a text that is not empty.", member: name)
        }
        return text
    }

    /// One text, or an array of them.
    func texts(_ name: String) throws(DeclaredStep.Problem) -> [String] {
        if case .string? = object[name] { return [try text(name)] }
        guard case .array(let elements)? = object[name], !elements.isEmpty else {
            throw DeclaredStep.Problem(message: "Write “\(name)”, an array of texts.", member: name)
        }
        var texts: [String] = []
        for element in elements {
            guard case .string(let text) = element, !text.isEmpty, !texts.contains(text) else {
                throw DeclaredStep.Problem(message: "“\(name)” has texts that are not empty, each once.", member: name)
            }
            texts.append(text)
        }
        return texts
    }

    func collision() throws(DeclaredStep.Problem) -> Collision {
        switch object["onCollision"] {
        case .none, .string("fail"): return .fail
        case .string("keepTarget"): return .keepTarget
        case .string("replaceTarget"): return .replaceTarget
        default:
            throw DeclaredStep.Problem(
                message: "“onCollision” is fail, keepTarget or replaceTarget.",
                member: "onCollision"
            )
        }
    }
}
