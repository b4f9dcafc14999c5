import Farewells
import FeatureToggles
import Phrases

/// Greets the person named on the command line.
@main
struct Greeter {
    let toggles: any FeatureToggle

    static func main() {
        // One client serves all modules. A library doesn't see the toggles of other modules.
        let client = ToggleClient(
            registries: [AppToggles.registry, PhraseToggles.registry, FarewellToggles.registry]
        )
        print(Greeter(toggles: client).conversation(with: CommandLine.arguments.dropFirst().first ?? "world"))
    }

    func conversation(with name: String) -> String {
        let phrases = Phrases(toggles: toggles)
        var lines = [phrases.greeting(for: name)]
        if toggles.isEnabled(.newGreeting) {
            lines.append("What a day it is!")
        }
        lines.append(Farewells(toggles: toggles).farewell(to: name))
        let text = lines.joined(separator: "\n")
        return toggles.isEnabled(.shouting) ? text.uppercased() : text
    }
}
