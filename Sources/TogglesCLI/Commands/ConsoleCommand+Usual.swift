import ArgumentParser

extension ConsoleCommand {
    /// Understands the usual ways to open the console without the machinery of all commands.
    ///
    /// That takes as long as everything else until the first screen of fifty toggles together. Whatever is written in another
    /// way, or wrong, is left to it.
    ///
    /// - Parameter arguments: The arguments behind the program's name.
    init?(usual arguments: some Collection<String>) {
        guard arguments.first == "console" else { return nil }
        var manifest = ManifestOptions()
        manifest.manifest = nil
        var client = ClientOptions()
        client.defaults = nil
        client.remote = nil
        client.context = []
        self.init()
        readonly = false
        json = false
        plain = false
        noMouse = false
        color = .auto
        theme = nil
        ascii = false
        ambiguousWide = false
        accessible = false
        environment = nil
        resetTerminal = false
        var rest = arguments.dropFirst()
        while let argument = rest.popFirst() {
            switch argument {
            case "--readonly": readonly = true
            case "--json": json = true
            case "--plain": plain = true
            case "--no-mouse": noMouse = true
            case "--ascii": ascii = true
            case "-m", "--manifest", "--defaults", "--remote":
                guard let value = rest.popFirst(), !value.hasPrefix("-"), !value.isEmpty else { return nil }
                switch argument {
                case "--defaults": client.defaults = value
                case "--remote": client.remote = value
                default: manifest.manifest = value
                }
            default: return nil
            }
        }
        client.manifest = manifest
        options = client
    }
}
