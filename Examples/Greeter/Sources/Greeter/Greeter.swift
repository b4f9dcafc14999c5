import FeatureToggles
import Phrases

/// Greets the person named on the command line.
@main
struct Greeter {
    let toggles: any FeatureToggle

    static func main() {
        // One client serves both modules. Neither module sees the toggles of the other.
        let client = ToggleClient(registries: [AppToggles.registry, PhraseToggles.registry])
        print(Greeter(toggles: client).conversation(with: CommandLine.arguments.dropFirst().first ?? "world"))
    }

    func conversation(with name: String) -> String {
        let phrases = Phrases(toggles: toggles)
        var lines = [phrases.greeting(for: name)]
        if toggles.isEnabled(.newGreeting) {
            lines.append("What a day it is!")
        }
        lines.append(phrases.farewell(to: name))
        let text = lines.joined(separator: "\n")
        return toggles.isEnabled(.shouting) ? text.uppercased() : text
    }
}
