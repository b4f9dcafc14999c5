import FeatureToggles

/// The local defaults file, with failures told as commands tell them.
enum LocalDefaults {
    /// What is in the file.
    static func read(_ path: String) throws -> LocalDefaultsState {
        do {
            return try LocalDefaultsFile(path: path).read()
        } catch {
            throw CommandFailure.usage("\(error)")
        }
    }

    /// Changes the file.
    static func apply(_ edits: [LocalDefaultsEdit], to path: String) throws {
        do {
            let result = try LocalDefaultsFile(path: path).update(edits)
            if let recovery = result.recovery { Console.printError("warning: \(recovery)") }
        } catch {
            throw CommandFailure.usage("\(error)")
        }
    }
}
