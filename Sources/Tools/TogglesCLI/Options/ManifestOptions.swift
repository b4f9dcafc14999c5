import ArgumentParser
import ToggleTool

/// The options that select the manifests that a command works on.
struct ManifestOptions: ParsableArguments {
    @Option(
        name: .shortAndLong,
        parsing: .singleValue,
        help: "A manifest. May be repeated. Default: all manifests of the application in this project.",
        completion: .file(extensions: ["yaml", "yml"])
    )
    var manifest: [String] = []

    @Option(help: "The application, if the project contains several.", completion: .applications)
    var application: String?

    /// The manifests.
    var selection: ManifestSelection { ManifestSelection(paths: manifest, application: application) }

    /// The manifests, or the toggles of a running app if the project has none, for commands about values.
    func selection(or runningApps: RunningAppSearch) -> ManifestSelection {
        ManifestSelection(paths: manifest, application: application, runningApps: runningApps, usage: .forValues)
    }
}
