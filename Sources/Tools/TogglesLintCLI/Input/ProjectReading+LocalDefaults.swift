import FeatureToggles
import ToggleBase
import ToggleLint
import ToggleTool

extension ProjectReading {
    /// Reads the local defaults file of an application: on this machine, in a simulator, or on a device.
    ///
    /// - Parameters:
    ///   - project: The project; its file stays `nil` if nothing was ever overridden.
    ///   - options: The options that select the file.
    ///   - application: The name of the application.
    ///   - folder: The root of the project.
    ///   - environment: The environment variables by name.
    /// - Throws: ``ToolError`` if a named file can't be read, or the simulator or the device, or the app in it, isn't
    ///   found or can't be reached.
    static func readLocalDefaults(
        of project: inout LintProject,
        _ options: LocalDefaultsOptions,
        _ application: String,
        _ folder: ProjectFolder,
        _ environment: [String: String]
    ) throws {
        if let path = options.defaults {
            project.localDefaultsPath = PathText.resolved(path)
            project.localDefaults = LintProject.File(path: folder.relative(path), bytes: try ToolFiles.read(path))
            project.localDefaultsOptions = ["--defaults", path]
            return
        }
        #if OVERRIDES
        if let app = try options.simulatorApp(application: application) {
            let path = app.localDefaultsPath(application: application)
            project.localDefaultsPath = path
            project.localDefaultsOptions = app.words
            guard FileReading.exists(path) else { return }
            let bytes = try ToolFiles.read(path, limit: LocalDefaultsFile.maximumSize)
            project.localDefaults = LintProject.File(path: folder.relative(path), bytes: bytes)
            return
        }
        if let device = options.device {
            let copies = try ScratchFolder()
            defer { copies.remove() }
            let xcrun = try Xcrun.process()
            let (phone, bundle) = try Phone.chosen(
                word: device.word,
                bundle: options.bundle,
                xcrun,
                folder: copies.path
            )
            let container = PhoneContainer(bundle, on: phone, xcrun, folder: copies.path)
            let path = LocalDefaultsFile.pathInContainer(application: application)
            project.localDefaultsOptions = container.words
            project.localDefaults = try container.read(path, limit: LocalDefaultsFile.maximumSize).map { bytes in
                // The path on the device, because that of the copy is of no use.
                LintProject.File(path: path, bytes: bytes)
            }
            return
        }
        project.localDefaultsPath = LocalDefaultsFile.defaultPath(application: application, environment: environment)
        guard let path = project.localDefaultsPath,
            let bytes = try? FileReading.bytes(path: path, limit: LocalDefaultsFile.maximumSize)
        else { return }
        project.localDefaults = LintProject.File(path: folder.relative(path), bytes: bytes)
        #else
        if options.isElsewhere { throw ToolError.noOverrides }
        #endif
    }
}
