import Testing
import ToggleBase

@testable import FeatureToggles
@testable import FeatureTogglesRemote

struct EvaluationContextTests {
    @Test func changingCopyKeepsOriginal() {
        let original = EvaluationContext(targetingKey: "a", attributes: ["country": "DE"])
        var copy = original
        #expect(copy == original)
        copy["country"] = "FR"
        copy["beta"] = true
        copy.targetingKey = "b"
        #expect(original == EvaluationContext(targetingKey: "a", attributes: ["country": "DE"]))
        #expect(copy == EvaluationContext(targetingKey: "b", attributes: ["country": "FR", "beta": true]))
        copy["country"] = nil
        #expect(copy.attributes == ["beta": true])
    }

    @Test func contextsWithSameContentAreEqual() {
        let one = EvaluationContext(targetingKey: "a", attributes: ["x": 1, "y": [2]])
        var other = EvaluationContext(targetingKey: "a")
        other.attributes = ["y": [2], "x": 1]
        #expect(one == other)
        #expect(Set([one, other]).count == 1)
        #expect(one != EvaluationContext(attributes: ["x": 1, "y": [2]]))
        #expect(one != EvaluationContext(targetingKey: "a", attributes: ["x": 1]))
    }

    @Test func descriptionContainsWhatRulesSee() {
        let context = EvaluationContext(
            targetingKey: "ada",
            attributes: ["targetingKey": "bob", "plan": "pro \"max\"", "age": 3, "tags": ["a", true]]
        )
        #expect("\(context)" == #"{"age":3,"plan":"pro \"max\"","tags":["a",true],"targetingKey":"ada"}"#)
        #expect("\(EvaluationContext())" == "{}")
    }

    @Test func overlaidAttributesReplaceOriginalOnes() {
        let ambient = EvaluationContext(targetingKey: "device", attributes: ["os": "linux", "country": "DE"])
        let person = EvaluationContext(targetingKey: "person", attributes: ["country": "FR", "staff": true])
        #expect(
            ambient.overlaid(by: person)
                == EvaluationContext(
                    targetingKey: "person",
                    attributes: ["os": "linux", "country": "FR", "staff": true]
                )
        )
        #expect(ambient.overlaid(by: EvaluationContext(attributes: ["country": .null])).targetingKey == "device")
        #expect(ambient.overlaid(by: EvaluationContext(attributes: ["country": .null]))["country"] == .null)
        #expect(ambient.overlaid(by: EvaluationContext()) == ambient)
        #expect(EvaluationContext().overlaid(by: person) == person)
    }
}

extension EvaluationContextTests {
    @Test func tooDeepAttributesAreNotVisibleToRules() throws {
        var deep: JSONValue = 1
        for _ in 0..<1_000 { deep = [deep] }
        var shallow: JSONValue = 1
        for _ in 0..<EvaluationContext.maximumDepth { shallow = [shallow] }
        let context = EvaluationContext(attributes: ["deep": deep, "shallow": shallow])
        context.withFlat { flat in
            #expect(flat.value(of: FlatString("shallow"))?.json == shallow)
            #expect(flat.value(of: FlatString("deep"))?.height == 64)
        }
    }
}
