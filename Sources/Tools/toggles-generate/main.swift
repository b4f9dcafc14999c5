import ToggleBase
import ToggleManifest

// The tool that the build plugin runs. It has three arguments and uses no command-line library, so that it builds
// quickly: every build of an app that uses the plugin waits for it. People use `toggles generate`.

let usage = """
    usage: toggles-generate --manifest <path of toggles.yaml> --output <path of the Swift file> \
    [--types-output <path of a second file, for the types of the values>]
    """

/// Prints a line on standard error.
func printError(_ line: String) {
    StandardStream.error.write(Array((line.printable + "\n").utf8))
}

if CommandLine.arguments.dropFirst().contains(where: { ["--help", "-h"].contains($0) }) {
    print(
        """
        \(usage)

        Generates the typed keys of a toggles.yaml for the build plugin GenerateToggles. In a terminal, use
        `toggles generate`, which has more options.

        exit codes: 0, the file is up to date; 1, the manifest has errors; 2, wrong usage, or a file cannot be read or written
        """
    )
    ProcessEnvironment.exit(code: 0)
}

var paths: [String: String] = [:]
var arguments = CommandLine.arguments.dropFirst()
while let option = arguments.popFirst() {
    guard ["--manifest", "--output", "--types-output"].contains(option), paths[option] == nil,
        let path = arguments.popFirst()
    else {
        printError("error: unexpected argument '\(option)'\n\(usage)")
        ProcessEnvironment.exit(code: 2)
    }
    paths[option] = path
}
guard let manifest = paths["--manifest"], let output = paths["--output"] else {
    printError("error: --manifest and --output are both needed\n\(usage)")
    ProcessEnvironment.exit(code: 2)
}

do {
    let outcome = try GeneratorFiles.generate(
        manifest: manifest,
        output: output,
        typesOutput: paths["--types-output"]
    )
    for diagnostic in outcome.diagnostics {
        printError("\(diagnostic)")
    }
    ProcessEnvironment.exit(code: outcome.source == nil ? 1 : 0)
} catch {
    printError("error: \(error)")
    ProcessEnvironment.exit(code: 2)
}
