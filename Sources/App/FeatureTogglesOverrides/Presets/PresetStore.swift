import FeatureToggles
import ToggleBase

/// Stores presets in a folder, one file each.
package struct PresetStore: Sendable {
    /// The maximum size of a file in bytes.
    package static let maximumSize = 4 << 20
    /// The maximum number of presets that are read.
    static let capacity = 1_000

    /// The folder.
    package let folder: String
    private let trust: DurableFile.Trust
    private let fileSystem: any FileSystem

    /// Creates a store for a folder without reading or writing it.
    package init(folder: String) {
        self.init(folder: folder, trust: .person)
    }

    init(folder: String, trust: DurableFile.Trust, fileSystem: any FileSystem = POSIXFileSystem()) {
        self.folder = folder
        self.trust = trust
        self.fileSystem = fileSystem
    }

    /// Returns the presets sorted by name, and messages about files that can't be read.
    package func all() -> (presets: [Preset], problems: [String]) {
        var presets: [Preset] = []
        var problems: [String] = []
        let names = DurableFile.names(inFolder: folder).filter { $0.hasSuffix(".json") && !$0.hasPrefix(".") }
        if names.count > Self.capacity {
            problems.append(
                "\(folder) has \(names.count) presets, of which only the first \(Self.capacity) are shown."
            )
        }
        for name in names.prefix(Self.capacity) {
            do throws(OverrideError) {
                if let preset = try preset(String(name.dropLast(5))) { presets.append(preset) }
            } catch {
                problems.append(error.description)
            }
        }
        return (presets, problems)
    }

    /// Returns the preset with a name, or `nil` if there is none.
    ///
    /// - Throws: ``OverrideError`` if the file can't be read or is not a valid preset.
    package func preset(_ name: String) throws(OverrideError) -> Preset? {
        let file = try file(name)
        let bytes: [UInt8]?
        do throws(DurableFileError) {
            bytes = try file.read()
        } catch {
            throw OverrideError("\(error)")
        }
        guard let bytes else { return nil }
        return try Self.preset(bytes, name: name, path: file.path)
    }

    /// Saves a preset.
    ///
    /// - Parameters:
    ///   - preset: The preset.
    ///   - isReplacing: Whether to replace a preset with the same name but different values.
    /// - Returns: Whether the preset was saved; `false` if a different one exists, which is kept.
    /// - Throws: ``OverrideError`` if the name is invalid or the file can't be written.
    @discardableResult
    package func save(_ preset: Preset, isReplacing: Bool = true) throws(OverrideError) -> Bool {
        let file = try file(preset.name)
        var isKept = true
        do throws(DurableFileError) {
            try file.update { bytes in
                if let bytes, !isReplacing {
                    isKept = (try? Preset(bytes, name: preset.name, fallbackName: "")) == preset
                    return .keep
                }
                return .replace(preset.bytes)
            }
        } catch {
            throw OverrideError("The preset ‘\(preset.name)’ cannot be saved: \(error)")
        }
        return isKept
    }

    /// Deletes presets, or none of them if one doesn't exist.
    ///
    /// - Throws: ``OverrideError`` if a preset doesn't exist or its file can't be removed.
    package func delete(_ names: [String]) throws(OverrideError) {
        var files: [DurableFile] = []
        for name in names {
            let file = try file(name)
            // A file that can't be read can still be removed.
            if case .success(nil) = Result(catching: { () throws(DurableFileError) in try file.read() }) {
                throw unknown(name)
            }
            files.append(file)
        }
        do throws(DurableFileError) {
            for file in files { _ = try file.remove() }
        } catch {
            throw OverrideError("\(error)")
        }
    }

    /// Exports a preset to a file that can be shared with others.
    ///
    /// - Parameters:
    ///   - preset: The preset.
    ///   - path: The file.
    ///   - isReplacing: Whether to replace a file that is not an earlier export of this preset.
    /// - Returns: Whether the file was written; `false` if another file exists, which is kept.
    /// - Throws: ``OverrideError`` if the file can't be written.
    @discardableResult
    package func export(_ preset: Preset, path: String, isReplacing: Bool = true) throws(OverrideError) -> Bool {
        if !isReplacing, try isOther(preset, path: path) { return false }
        do throws(FileFailure) {
            try FileWriting.replace(preset.bytes, path: path)
        } catch {
            throw OverrideError("\(error).")
        }
        return true
    }

    /// Returns whether a file exists that is not a preset with this name.
    private func isOther(_ preset: Preset, path: String) throws(OverrideError) -> Bool {
        do throws(FileFailure) {
            let bytes = try FileReading.bytes(path: path, limit: Self.maximumSize)
            return (try? Preset(bytes, fallbackName: ""))?.name != preset.name
        } catch {
            switch error.error {
            case SystemError.noSuchFileOrDirectory?: return false
            case SystemError.invalidArgument?: throw OverrideError("cannot write ‘\(path)’: \(error.reason).")
            default: return true
            }
        }
    }

    /// Imports a preset from a file.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - name: The preset's name, or `nil` for the one in the file, or else the file's name.
    ///   - isReplacing: Whether to replace a preset with that name.
    /// - Returns: The preset.
    /// - Throws: ``OverrideError`` if the file is not a valid preset, or if a preset with that name but different values
    ///   exists.
    @discardableResult
    package func `import`(path: String, as name: String? = nil, isReplacing: Bool = false) throws(OverrideError)
        -> Preset
    {
        let bytes: [UInt8]
        do {
            bytes = try FileReading.bytes(path: path, limit: Self.maximumSize)
        } catch {
            throw OverrideError("\(error.description).")
        }
        let fileName = PathText.name(of: path)
        let preset = try Self.preset(
            bytes,
            name: name,
            fallbackName: fileName.hasSuffix(".json") ? String(fileName.dropLast(5)) : fileName,
            path: path
        )
        if try !save(preset, isReplacing: isReplacing) {
            throw OverrideError(
                """
                There is a preset ‘\(preset.name)’ with other values. Write --force to replace it, or \
                `toggles preset import \(path) --as NAME` to keep both.
                """
            )
        }
        return preset
    }

    /// Returns the failure for a preset that doesn't exist.
    package func unknown(_ name: String) -> OverrideError {
        let hint =
            Suggestion.closest(to: name, in: all().presets.map(\.name)).map { "Did you mean ‘\($0)’?" }
            ?? "`toggles preset list` shows all of them."
        return OverrideError("There is no preset ‘\(name)’. \(hint)", code: .unknownPreset)
    }

    private func file(_ name: String) throws(OverrideError) -> DurableFile {
        if let problem = PresetFolder.problem(ofName: name) { throw OverrideError(problem) }
        return DurableFile(
            path: PathText.joined(folder, "\(name).json"),
            fileSystem: fileSystem,
            maximumSize: Self.maximumSize,
            trust: trust
        )
    }

    /// Parses a preset file, and begins errors with its path.
    private static func preset(
        _ bytes: [UInt8],
        name: String?,
        fallbackName: String = "",
        path: String
    ) throws(OverrideError) -> Preset {
        do throws(OverrideError) {
            return try Preset(bytes, name: name, fallbackName: fallbackName)
        } catch {
            throw OverrideError("\(path): \(error.description)")
        }
    }
}
