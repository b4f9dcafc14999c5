import ToggleTool

extension LocalDefaultsOptions {
    /// Finds the file of an application, and shows a line meanwhile if it isn't on this machine.
    ///
    /// - Throws: ``ToolError``, as ``place(for:)`` does.
    func placeForConsole(for modules: ApplicationModules) throws -> LocalDefaultsPlace {
        guard isElsewhere, modules.app == nil else { return try place(for: modules) }
        return try Self.showingProgress { try place(for: modules) }
    }

    /// Finds a place, and shows a line meanwhile.
    private static func showingProgress(_ find: () throws -> LocalDefaultsPlace) rethrows -> LocalDefaultsPlace {
        guard ToolOutput.isTerminal else { return try find() }
        ToolOutput.write("Reading the app's files …")
        defer { ToolOutput.write("\r\u{1B}[K") }
        return try find()
    }

    /// Finds the file of an application.
    ///
    /// The files on a device are read now.
    ///
    /// - Throws: ``ToolError`` if the simulator or the device, or the app in it, isn't found or can't be reached.
    func place(for modules: ApplicationModules) throws -> LocalDefaultsPlace {
        guard modules.app == nil, isElsewhere else {
            return LocalDefaultsPlace(defaults: defaults, for: modules)
        }
        return try placeElsewhere(ofApplication: modules.application)
    }

    /// Finds the running apps whose toggles are used if there's no manifest.
    ///
    /// - Parameters:
    ///   - app: The process that the user names, if any.
    ///   - isForConsole: Whether to show a line while the files of an app that isn't on this machine are read.
    /// - Returns: The search.
    func runningApps(_ app: AppArgument? = nil, isForConsole: Bool = false) -> RunningAppSearch {
        var search = RunningAppSearch(defaults: defaults, app: app)
        guard isElsewhere else { return search }
        search.device = { [self] application in
            guard isForConsole else { return try placeElsewhere(ofApplication: application) }
            return try Self.showingProgress { try placeElsewhere(ofApplication: application) }
        }
        return search
    }

    private func placeElsewhere(ofApplication application: String) throws -> LocalDefaultsPlace {
        if let app = try simulatorApp(application: application) {
            return LocalDefaultsPlace(app, application: application)
        }
        return LocalDefaultsPlace(try PhoneMirror(word: device?.word, bundle: bundle, application: application))
    }
}
