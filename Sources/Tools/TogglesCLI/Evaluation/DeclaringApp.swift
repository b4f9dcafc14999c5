import FeatureToggles
import ToggleBase
import ToggleTool

/// The running app whose toggles a command uses, because there's no manifest.
struct DeclaringApp: Sendable {
    /// The app and its process: `storefront 2.1.0, pid 4711`.
    let name: String
    /// The state file that declares the toggles; a client never declares others.
    let statePath: String
    /// The place of the app's local defaults file.
    let place: LocalDefaultsPlace
    /// The sizes in bytes of the defaults of which the state file contains only the beginning, by key.
    let cutDefaults: [String: Int]
    /// The problems with the state files of other apps that follow the same local defaults file, a sentence each.
    let otherProblems: [String]

    /// A line that says whose toggles these are.
    var note: String { "no manifest here: toggles of \(name)" }
}

extension ApplicationModules {
    /// Uses the toggles of a running app.
    ///
    /// - Parameters:
    ///   - state: The state of the app.
    ///   - place: The place of the local defaults file that it follows.
    ///   - problems: The problems with other state files beside that file.
    init(_ state: StateFile, in place: LocalDefaultsPlace, problems: [StateFileError] = []) {
        let declarations = AppDeclarations(state)
        let app = DeclaringApp(
            name: RunningApp(state: state, in: place).name,
            statePath: state.path,
            place: place,
            cutDefaults: declarations.cutDefaults,
            otherProblems: problems.map(\.description)
        )
        let module = ManifestDeclarations(
            file: ManifestFile(path: state.path),
            registry: declarations.registry,
            content: ContentDigest(first: 0, second: 0)
        )
        self.init([module], application: state.application, app: app, skippedKeys: declarations.skippedKeys)
    }
}
