import FeatureToggles
import ToggleTool

extension LocalDefaultsOptions {
    /// Finds the file of an application, and shows a line meanwhile if it isn't on this machine.
    ///
    /// - Throws: ``ToolError``, as ``place(for:)`` does.
    func placeForConsole(for modules: ApplicationModules) throws -> LocalDefaultsPlace {
        guard isElsewhere, ToolOutput.isTerminal else { return try place(for: modules) }
        ToolOutput.write("Reading the app's files …")
        defer { ToolOutput.write("\r\u{1B}[K") }
        return try place(for: modules)
    }

    /// Finds the file of an application.
    ///
    /// The files on a device are read now.
    ///
    /// - Throws: ``ToolError`` if the simulator or the device, or the app in it, isn't found or can't be reached.
    func place(for modules: ApplicationModules) throws -> LocalDefaultsPlace {
        guard isElsewhere else {
            return LocalDefaultsPlace(defaults: defaults, for: modules)
        }
        #if OVERRIDES
        do {
            if let app = try simulatorApp(application: modules.application) {
                return LocalDefaultsPlace(app, application: modules.application)
            }
            return LocalDefaultsPlace(
                try PhoneMirror(word: device?.word, bundle: bundle, application: modules.application)
            )
        } catch let error as DeviceError {
            throw ToolError.usage(error.description)
        }
        #else
        throw ToolError.noOverrides
        #endif
    }
}
