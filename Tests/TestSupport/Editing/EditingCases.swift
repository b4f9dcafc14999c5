package import ToggleBase

/// What editing a toggle does in every menu: the console, and the debug menu on the device.
package enum EditingCases {
    /// Texts that are typed as the value of a toggle, and the override that results.
    package static let typedValues: [(key: String, text: String, value: JSONValue)] = [
        ("page_size", "12", 12), ("page_size", " 12 ", 12), ("page_size", "-3", -3), ("discount", "1", 1.0),
        ("discount", "1e-3", 0.001), ("banner", "", ""), ("banner", "  two  words ", "  two  words "),
        ("delivery", #"{"days": 1, "countries": []}"#, ["days": 1, "countries": []]),
        ("delivery", "{“days”: 1, “countries”: [“AT”]}", ["days": 1, "countries": ["AT"]]),
        ("delivery", #"{"days": 1, "countries": ["“AT”"]}"#, ["days": 1, "countries": ["“AT”"]]),
    ]

    /// Texts that aren't a valid value of a toggle, and a part of the sentence that says why.
    package static let invalidTexts: [(key: String, text: String, sentence: String)] = [
        ("page_size", "ten", "takes a whole number"), ("page_size", "1.5", "takes a whole number"),
        ("page_size", "99999999999999999999", "takes a whole number from -9"),
        ("page_size", "", "takes a whole number"),
        ("discount", "0x10", "takes a number"), ("discount", "inf", "takes a number"),
        ("discount", "1e999", "takes a number from -1.79"),
        ("delivery", #"{"days": 1,}"#, "column 11"),
        ("delivery", #"{"days": "one"}"#, "‘days’ is a string but must be a whole number, such as 3"),
        ("delivery", #"{"countries": ["DE", 5]}"#, "‘countries[1]’ is a whole number but must be a string"),
        ("delivery", "", "column 1"),
    ]

    /// Overrides that are in place while invalid texts are typed, which must stay.
    package static let overridesBeforeInvalidTexts: [String: JSONValue] = [
        "page_size": 7, "discount": 0.25, "delivery": ["days": 2, "countries": []],
    ]

    /// Sequences of edits.
    package static let scenarios: [EditingScenario] = [
        EditingScenario(
            "flip overrides, even with the default",
            [.flip("new_checkout"), .flip("new_checkout")],
            expects: ["new_checkout": false]
        ),
        EditingScenario(
            "flip cycles through variants",
            [.flip("search_ranking"), .flip("search_ranking"), .flip("search_ranking"), .flip("search_ranking")],
            expects: ["search_ranking": "popular"]
        ),
        EditingScenario(
            "on",
            from: ["new_checkout": false],
            [.choose("new_checkout", true)],
            expects: ["new_checkout": true]
        ),
        EditingScenario("off", [.choose("new_checkout", false)], expects: ["new_checkout": false]),
        EditingScenario("unset", from: ["new_checkout": false], [.choose("new_checkout", nil)], expects: [:]),
        EditingScenario("choose a variant", [.choose("order_store", "live")], expects: ["order_store": "live"]),
        EditingScenario(
            "unset keeps the other overrides",
            from: ["new_checkout": true, "banner": "Sale"],
            [.unset("new_checkout")],
            expects: ["banner": "Sale"]
        ),
        EditingScenario(
            "undo restores overrides",
            [.flip("new_checkout"), .type("banner", "Sale"), .undo, .undo],
            expects: [:]
        ),
        EditingScenario(
            "redo makes changes again",
            [.flip("new_checkout"), .type("banner", "Sale"), .undo, .undo, .redo, .redo],
            expects: ["new_checkout": true, "banner": "Sale"]
        ),
        EditingScenario(
            "a new change clears the steps to redo",
            [.flip("new_checkout"), .undo, .type("banner", "Sale"), .redo],
            expects: ["banner": "Sale"]
        ),
        EditingScenario(
            "undo of a foreign change asks, and no keeps it",
            [.type("page_size", "7"), .elsewhere("page_size", 9), .undo, .answer(false)],
            expects: ["page_size": 9]
        ),
        EditingScenario(
            "undo of a foreign change asks, and yes undoes it",
            [.type("page_size", "7"), .elsewhere("page_size", 9), .undo, .answer(true)],
            expects: [:]
        ),
        EditingScenario(
            "redo after a forced undo writes the step's value",
            [.type("page_size", "7"), .elsewhere("page_size", 9), .undo, .answer(true), .redo],
            expects: ["page_size": 7]
        ),
        EditingScenario(
            "undo skips steps without effect",
            [.flip("new_checkout"), .type("page_size", "7"), .elsewhere("page_size", nil), .undo],
            expects: [:]
        ),
        EditingScenario(
            "an invalid text keeps the override",
            from: ["page_size": 7],
            [.type("page_size", "ten")],
            expects: ["page_size": 7]
        ),
    ]
}

/// A sequence of edits in a menu of the toggles of ``ShopDefinitions``, and the overrides after it.
package struct EditingScenario: Sendable, CustomStringConvertible {
    /// A step of the user or of another program.
    package enum Step: Sendable {
        /// Type the value of the toggle with a key.
        case type(String, String)
        /// Choose a value of a toggle with a closed set of values, or no override.
        case choose(String, JSONValue?)
        /// Change a Boolean to its opposite, or a variant to the next one.
        case flip(String)
        /// Remove the override of a toggle.
        case unset(String)
        case undo
        case redo
        /// Another program changes an override.
        case elsewhere(String, JSONValue?)
        /// Answer the open question.
        case answer(Bool)
    }

    package let description: String
    /// The overrides before the first step.
    package let overrides: [String: JSONValue]
    package let steps: [Step]
    /// The overrides after the last step.
    package let expected: [String: JSONValue]

    init(
        _ description: String,
        from overrides: [String: JSONValue] = [:],
        _ steps: [Step],
        expects expected: [String: JSONValue]
    ) {
        self.description = description
        self.overrides = overrides
        self.steps = steps
        self.expected = expected
    }
}
