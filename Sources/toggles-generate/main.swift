import ToggleManifest

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

// The tool of the build plugin. It has three arguments and no command-line library, so that it is built quickly: every
// build of an app that uses the plugin waits for it. People use `toggles generate`.

let usage = """
    usage: toggles-generate --manifest <path of toggles.yaml> --output <path of the Swift file> \
    [--types-output <path of a second file, for the types of the values>]
    """

/// Prints a line on standard error.
func say(_ line: String) {
    var bytes = ArraySlice((line.printable + "\n").utf8)
    while !bytes.isEmpty {
        let count = bytes.withUnsafeBytes { write(STDERR_FILENO, $0.baseAddress, $0.count) }
        guard count > 0 else { return }
        bytes = bytes.dropFirst(count)
    }
}

if CommandLine.arguments.dropFirst().contains(where: { ["--help", "-h"].contains($0) }) {
    print(
        """
        \(usage)

        What the build plugin GenerateToggles runs: writes the typed keys that a toggles.yaml declares. People use
        `toggles generate`, which has more options.

        exit codes: 0, the file is up to date; 1, the manifest has errors; 2, wrong usage, or a file cannot be read or written
        """
    )
    exit(0)
}

var paths: [String: String] = [:]
var arguments = CommandLine.arguments.dropFirst()
while let option = arguments.popFirst() {
    guard ["--manifest", "--output", "--types-output"].contains(option), paths[option] == nil,
        let path = arguments.popFirst()
    else {
        say("error: unexpected argument '\(option)'\n\(usage)")
        exit(2)
    }
    paths[option] = path
}
guard let manifest = paths["--manifest"], let output = paths["--output"] else {
    say("error: --manifest and --output are both needed\n\(usage)")
    exit(2)
}

do {
    let outcome = try GeneratorFiles.generate(
        manifest: manifest,
        output: output,
        typesOutput: paths["--types-output"]
    )
    for diagnostic in outcome.diagnostics {
        say("\(diagnostic)")
    }
    exit(outcome.source == nil ? 1 : 0)
} catch {
    say("error: \(error)")
    exit(2)
}
