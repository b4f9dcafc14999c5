import FeatureToggles
import Phrases

/// Greets somebody, by the toggles of this module and of the library that knows the phrases.
///
/// Try `Greeter --toggle politeness=formal --enable-toggle shouting`.
@main
struct Greeter {
    static func main() {
        let toggles = ToggleClient(registries: [AppToggles.registry, PhraseToggles.registry])
        let person = EvaluationContext(targetingKey: "person-1")
        let phrases = Phrases(toggles: toggles)

        var lines = [phrases.greeting(for: "Ada")]
        if toggles.isEnabled(.newGreeting) { lines.append("What a day!") }
        lines.append(phrases.farewell(for: person))
        for line in lines { print(toggles.isEnabled(.shouting) ? line.uppercased() : line) }
    }
}
