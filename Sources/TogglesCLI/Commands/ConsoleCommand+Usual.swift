import ToggleTool

extension ConsoleCommand {
    /// Parses the usual arguments of `toggles console` without ArgumentParser, which would double the time to the first
    /// screen of fifty toggles.
    ///
    /// Returns `nil` for any other arguments.
    ///
    /// - Parameter arguments: The arguments of the process.
    init?(usual arguments: [String]) {
        guard arguments.dropFirst().first == "console" else { return nil }
        self.init()
        // ArgumentParser traps when a property is read that was not set.
        (readonly, json, plain, noMouse, ascii) = (false, false, false, false, false)
        (ambiguousWide, accessible, resetTerminal) = (false, false, false)
        (color, theme, environment, document, names) = (.auto, nil, nil, nil, [])
        var client = ClientOptions()
        var localDefaults = LocalDefaultsOptions()
        (localDefaults.defaults, localDefaults.simulator, localDefaults.device) = (nil, nil, nil)
        localDefaults.bundle = nil
        var manifest = ManifestOptions()
        (manifest.manifest, manifest.application) = ([], nil)
        (client.remote, client.context) = (nil, [])
        var rest = arguments.dropFirst(2).makeIterator()
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
                case "--defaults": localDefaults.defaults = value
                case "--remote": client.remote = value
                default: manifest.manifest.append(value)
                }
            default: return nil
            }
        }
        client.manifest = manifest
        client.localDefaults = localDefaults
        var apps = AppOptions()
        (apps.app, apps.computes) = (nil, false)
        self.apps = apps
        options = client
    }
}
