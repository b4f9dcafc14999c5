import FeatureToggles

/// Toggles in the number and of the types of a large app.
enum ManyToggles {
    /// Returns definitions as generated code creates them without details.
    static func registry(_ count: Int) -> ToggleRegistry {
        ToggleRegistry(
            namespace: "ManyToggles",
            toggles: (0..<count).map { index in
                let (type, value) = kind(index)
                return ToggleDefinition(key: key(index), category: .ops, type: type, defaultValue: value)
            }
        )
    }

    /// Returns a local defaults file that overrides all toggles.
    static func localDefaults(_ count: Int) -> [UInt8] {
        bytes(["version": 1, "revision": 1, "toggles": .object(members(count) { override($0) })])
    }

    /// Returns a remote document that defines all toggles.
    static func remoteDocument(_ count: Int) -> [UInt8] {
        bytes([
            "flags": .object(
                members(count) { index in
                    [
                        "state": "ENABLED", "defaultVariant": "chosen",
                        "variants": ["chosen": override(index), "other": kind(index).1],
                    ]
                }
            )
        ])
    }

    /// Returns a manifest with a number of toggles.
    static func manifest(_ count: Int) -> String {
        var text = "schema: 1\nnamespace: ManyToggles\naccess: public\ntoggles:\n"
        for index in 0..<count {
            let fields =
                switch index % 5 {
                case 0, 1: "category: ops"
                case 2: "category: ops\n    values: [classic, popular, neural]\n    default: classic"
                case 3: "category: release\n    expires: 2027-06-01"
                default: "category: ops\n    type: string\n    default: Hello"
                }
            text += """
                  \(key(index)):
                    \(fields)
                    description: The number \(index) of many that a large application has.
                    owner: team-\(index % 20)
                    created: 2026-11-01

                """
        }
        return text
    }

    private static func bytes(_ json: JSONValue) -> [UInt8] { Array(json.description.utf8) }

    private static func key(_ index: Int) -> String { "some_feature_\(index)" }

    private static func kind(_ index: Int) -> (ToggleType, JSONValue) {
        switch index % 5 {
        case 2: (.variants(["classic", "popular", "neural"]), "classic")
        case 4: (.string, "Hello")
        default: (.bool, false)
        }
    }

    private static func override(_ index: Int) -> JSONValue {
        switch index % 5 {
        case 2: "neural"
        case 4: .string("A text for number \(index)")
        default: true
        }
    }

    private static func members(_ count: Int, value: (Int) -> JSONValue) -> JSONObject {
        JSONObject((0..<count).map { JSONObject.Member(name: key($0), value: value($0)) })
    }
}
