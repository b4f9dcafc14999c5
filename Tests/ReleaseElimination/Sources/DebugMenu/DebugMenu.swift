import FeatureToggles
import Keys
import ToggleConsole

@main
struct DebugMenu {
    static func main() {
        let client = ToggleClient(registries: [EliminationToggles.registry])
        do {
            try ToggleConsole.run(client)
        } catch {
            print(error.code == .unavailable ? "refused: \(error)" : "no terminal: \(error)")
        }
    }
}
