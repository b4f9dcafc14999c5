package import ToggleConsole

/// The usual arguments of `toggles console`, parsed without the framework of all commands.
///
/// Loading the framework would take as long as everything else until the first screen of fifty toggles. Unusual or
/// invalid arguments are left to it.
package struct ConsoleArguments: Hashable, Sendable {
    /// The path of the manifest, if given.
    package var manifest: String?
    /// The path of the local defaults file, if given.
    package var defaults: String?
    /// The address of the remote document, if given.
    package var remote: String?
    /// Whether the console is read-only.
    package var readonly = false
    /// Whether to print the table as JSON.
    package var json = false
    /// Whether to read commands line by line.
    package var plain = false
    /// Whether to leave the mouse to the terminal.
    package var noMouse = false
    /// Whether to draw lines and marks in ASCII.
    package var ascii = false

    /// Parses the arguments after `console`; returns `nil` if any of them is not one of the usual arguments.
    package init?(_ arguments: some Sequence<String>) {
        var rest = arguments.makeIterator()
        while let argument = rest.next() {
            switch argument {
            case "--readonly": readonly = true
            case "--json": json = true
            case "--plain": plain = true
            case "--no-mouse": noMouse = true
            case "--ascii": ascii = true
            case "-m", "--manifest", "--defaults", "--remote":
                guard let value = rest.next(), !value.hasPrefix("-"), !value.isEmpty else { return nil }
                switch argument {
                case "--defaults": defaults = value
                case "--remote": remote = value
                default: manifest = value
                }
            default: return nil
            }
        }
    }

    /// Whether the console shows only local files, on a terminal, so that `toggles-console` can run it.
    package var areLocal: Bool { remote == nil && !json && !plain }

    /// The console options for these arguments.
    package var options: ConsoleOptions {
        var options = ConsoleOptions()
        options.isReadOnly = readonly
        options.hasMouse = !noMouse
        options.isASCII = ascii
        return options
    }

    /// The arguments that select files, as words of a command line.
    package var words: [String] {
        (manifest.map { ["--manifest", $0] } ?? []) + (defaults.map { ["--defaults", $0] } ?? [])
    }
}
