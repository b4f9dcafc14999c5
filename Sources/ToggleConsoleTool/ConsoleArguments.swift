package import ToggleConsole

/// The arguments of `toggles console` as most people write them, understood without the machinery of all commands.
///
/// That takes as long as everything else until the first screen of fifty toggles together. What is written in another way,
/// or wrong, is left to it.
package struct ConsoleArguments: Hashable, Sendable {
    /// The path of the manifest, if one was named.
    package var manifest: String?
    /// The path of the local defaults file, if one was named.
    package var defaults: String?
    /// The address of the remote document, if one was named.
    package var remote: String?
    /// Whether nothing may be changed.
    package var readonly = false
    /// Whether the table is wanted as JSON.
    package var json = false
    /// Whether commands come line by line.
    package var plain = false
    /// Whether the mouse is left to the terminal.
    package var noMouse = false
    /// Whether lines and marks are drawn in ASCII.
    package var ascii = false

    /// Understands the arguments behind `console`; `nil` when they are not of the usual ones.
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

    /// Whether only local files are shown, on a terminal: then `toggles-console` can do it.
    package var areLocal: Bool { remote == nil && !json && !plain }

    /// What they mean for the console.
    package var options: ConsoleOptions {
        var options = ConsoleOptions()
        options.isReadOnly = readonly
        options.hasMouse = !noMouse
        options.isASCII = ascii
        return options
    }

    /// Those that say which files are meant, as words of a command line.
    package var words: [String] {
        (manifest.map { ["--manifest", $0] } ?? []) + (defaults.map { ["--defaults", $0] } ?? [])
    }
}
