import Foundation
import Testing
import ToggleBase

@testable import ToggleManifest

/// The JSON Schema for editors agrees with the parser.
struct SchemaTests {
    private typealias Object = [String: Any]

    private func schema() throws -> Object {
        let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../..")
        let data = try Data(contentsOf: root.appending(path: "Schemas/toggles.schema.json"))
        return try #require(try JSONSerialization.jsonObject(with: data) as? Object)
    }

    private func toggle() throws -> Object {
        try schema().object("definitions").object("toggle")
    }

    @Test func schemaContainsRootFields() throws {
        let schema = try schema()
        #expect(Set(schema.object("properties").keys) == Set(RootField.allCases.map(\.rawValue)))
        #expect(schema["additionalProperties"] as? Bool == false)
        #expect(schema["required"] as? [String] == ["schema", "namespace", "toggles"])
        #expect(schema.object("properties").object("schema")["const"] as? Int == Manifest.supportedSchema)
        #expect(
            schema.object("properties").object("access")["enum"] as? [String]
                == Manifest.Access.allCases.map(\.rawValue)
        )
    }

    @Test func schemaContainsFieldsOfEnvironments() throws {
        let environment = try schema().object("properties").object("environments").object("additionalProperties")
        #expect(Set(environment.object("properties").keys) == Set(ManifestEnvironment.Field.allCases.map(\.rawValue)))
        #expect(environment["additionalProperties"] as? Bool == false)
        #expect(environment["required"] as? [String] == ["document"])
    }

    @Test func schemaContainsToggleFields() throws {
        let toggle = try toggle()
        #expect(Set(toggle.object("properties").keys) == Set(ManifestField.allCases.map(\.name)))
        #expect(toggle["additionalProperties"] as? Bool == false)
        #expect(toggle["required"] as? [String] == ["category", "description"])
    }

    @Test func schemaContainsCategoriesTypesAndStages() throws {
        let toggle = try toggle()
        let properties = toggle.object("properties")
        #expect(properties.object("category")["enum"] as? [String] == ToggleCategory.allCases.map(\.rawValue))
        #expect(properties.object("type")["enum"] as? [String] == ToggleReader.types.map(\.name))
        let rules = try #require(toggle["allOf"] as? [Object])
        let migration = try #require(
            rules.first {
                $0.object("if").object("properties").object("category")["const"] as? String == "migration"
            }
        )
        let stages = migration.object("then").object("properties").object("default")["enum"] as? [String]
        #expect(stages == MigrationStage.allCases.map(\.rawValue))
    }

    @Test func everyCategoryHasARule() throws {
        let rules = try #require(try toggle()["allOf"] as? [Object])
        let categories = rules.compactMap {
            $0.object("if").object("properties").object("category")["const"] as? String
        }
        #expect(Set(categories) == Set(ToggleCategory.allCases.map(\.rawValue)))
    }

    @Test func everyFieldHasADescription() throws {
        for (name, field) in try schema().object("properties").merging(
            toggle().object("properties"),
            uniquingKeysWith: { $1 }
        ) {
            let description = (field as? Object)?["description"] as? String
            #expect(description?.isEmpty == false, "\(name) has no description")
        }
    }

    @Test func keyPatternAgreesWithTheParser() throws {
        let names = try schema().object("properties").object("toggles").object("propertyNames")
        #expect(names["maxLength"] as? Int == SwiftName.longestKey)
        let pattern = try Regex(try #require(names["pattern"] as? String))
        for key in ["a", "ab_c1", "a1_2", "", "_a", "a_", "a__b", "1a", "A", "a-b", "ä"] {
            #expect((try pattern.wholeMatch(in: key) != nil) == SwiftName.isKey(key), "\(key)")
        }
    }
}

extension [String: Any] {
    /// Returns the object with a name, or an empty one if there is none.
    fileprivate func object(_ name: String) -> [String: Any] {
        self[name] as? [String: Any] ?? [:]
    }
}
