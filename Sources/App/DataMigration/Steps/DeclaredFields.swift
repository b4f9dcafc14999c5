import ToggleBase

/// The members of a step or move in a JSON document, with diagnostics for those that were read.
struct DeclaredFields {
    let object: JSONObject
    private(set) var problems: [DeclaredStep.Diagnostic] = []

    /// Creates the fields of an object, or returns `nil` and adds a diagnostic.
    init?(_ json: JSONValue, in subject: String, _ problems: inout [DeclaredStep.Diagnostic]) {
        guard case .object(let object) = json else {
            problems.append(.init(message: "Found \(json.kindDescription); write \(subject) as an object."))
            return nil
        }
        self.object = object
    }

    mutating func addProblem(_ message: String, of member: String? = nil) {
        problems.append(DeclaredStep.Diagnostic(message: message, member: member))
    }

    /// Adds a diagnostic for each unknown member.
    mutating func allowOnly(_ names: [String]) {
        for member in object.members where !names.contains(member.name) {
            // A name that is already there was hardly meant.
            let question = Self.question(for: member.name, in: names.filter { object[$0] == nil })
            addProblem(
                "“\(member.name)” is unknown; write one of \(names.joined(separator: ", ")).\(question)",
                of: member.name
            )
        }
    }

    /// Returns a question with the closest of several words, or an empty string.
    static func question(for word: String, in words: [String]) -> String {
        Suggestion.closest(to: word, in: words).map { " Did you mean “\($0)”?" } ?? ""
    }

    /// Adds a diagnostic for a member that must have one of several values.
    ///
    /// - Parameters:
    ///   - name: The member.
    ///   - sentence: What it must be.
    ///   - words: The values.
    mutating func addProblem(_ name: String, _ sentence: String, _ words: [String]) {
        var (found, question) = ("", "")
        if case .string(let word)? = object[name] {
            (found, question) = (", not “\(word)”", Self.question(for: word, in: words))
        } else if let value = object[name] {
            found = ", not \(value.kindDescription)"
        }
        addProblem("“\(name)” must be \(sentence)\(found).\(question)", of: name)
    }

    mutating func text(_ name: String) -> String? {
        guard case .string(let text)? = object[name], !text.isEmpty else {
            addProblem("“\(name)” must be a non-empty string.", of: name)
            return nil
        }
        return text
    }

    /// Returns a string or an array of strings.
    mutating func texts(_ name: String) -> [String]? {
        if case .string? = object[name] { return text(name).map { [$0] } }
        guard case .array(let elements)? = object[name], !elements.isEmpty else {
            addProblem("“\(name)” must be an array of strings.", of: name)
            return nil
        }
        var texts: [String] = []
        for element in elements {
            guard case .string(let text) = element, !text.isEmpty, !texts.contains(text) else {
                addProblem("“\(name)” must be an array of different non-empty strings.", of: name)
                return nil
            }
            texts.append(text)
        }
        return texts
    }

    mutating func collision() -> Collision {
        switch object["onCollision"] {
        case .none, .string("fail"): return .fail
        case .string("keepTarget"): return .keepTarget
        case .string("replaceTarget"): return .replaceTarget
        default:
            addProblem(
                "onCollision",
                "fail, keepTarget or replaceTarget",
                ["fail", "keepTarget", "replaceTarget"]
            )
            return .fail
        }
    }
}
