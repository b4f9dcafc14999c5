import FeatureToggles

/// Keeps presets in a folder, each in a file of its own.
package struct PresetStore: Sendable {
    /// The largest file, in bytes.
    static let maximumSize = 4 << 20
    /// How many presets are read.
    static let capacity = 1_000

    /// The folder.
    package let folder: String
    private let trust: DurableFile.Trust
    private let fileSystem: any FileSystem

    /// Names the folder; nothing is read or written yet.
    package init(folder: String) {
        self.init(folder: folder, trust: .person)
    }

    init(folder: String, trust: DurableFile.Trust, fileSystem: any FileSystem = POSIXFileSystem()) {
        self.folder = folder
        self.trust = trust
        self.fileSystem = fileSystem
    }

    /// The presets by name, and sentences about files that cannot be read.
    package func all() -> (presets: [Preset], problems: [String]) {
        var presets: [Preset] = []
        var problems: [String] = []
        let names = SharedFile.names(inFolder: folder).filter { $0.hasSuffix(".json") && !$0.hasPrefix(".") }
        if names.count > Self.capacity {
            problems.append(
                "\(folder) has \(names.count) presets, of which only the first \(Self.capacity) are shown."
            )
        }
        for name in names.prefix(Self.capacity) {
            do throws(ConsoleFailure) {
                if let preset = try preset(String(name.dropLast(5))) { presets.append(preset) }
            } catch {
                problems.append(error.message)
            }
        }
        return (presets, problems)
    }

    /// The preset of a name; `nil` when there is none.
    ///
    /// - Throws: ``ConsoleFailure`` when it cannot be read, or is none.
    package func preset(_ name: String) throws(ConsoleFailure) -> Preset? {
        let file = try file(name)
        let bytes: [UInt8]?
        do throws(SharedFile.Failure) {
            bytes = try file.read()
        } catch {
            throw ConsoleFailure("\(error)")
        }
        return try bytes.map { Self.preset($0, name: name, path: file.path) }?.get()
    }

    /// Keeps a preset.
    ///
    /// - Parameters:
    ///   - preset: The preset.
    ///   - isReplacing: Whether it may take the place of one of the same name with other values.
    /// - Returns: Whether it is kept; `false` when there is another one, which stays.
    /// - Throws: ``ConsoleFailure`` when the name cannot be used or the file cannot be written.
    @discardableResult
    package func save(_ preset: Preset, isReplacing: Bool = true) throws(ConsoleFailure) -> Bool {
        let file = try file(preset.name)
        var isKept = true
        do throws(SharedFile.Failure) {
            try file.update { bytes in
                if let bytes, !isReplacing {
                    isKept = (try? Preset(bytes, name: preset.name, fallbackName: "")) == preset
                    return .keep
                }
                return .replace(preset.bytes)
            }
        } catch {
            throw ConsoleFailure("The preset ‘\(preset.name)’ cannot be kept: \(error)")
        }
        return isKept
    }

    /// Forgets a preset.
    ///
    /// - Throws: ``ConsoleFailure`` when there is none, or its file cannot be removed.
    package func delete(_ name: String) throws(ConsoleFailure) {
        let file = try file(name)
        let isRemoved: Bool
        do throws(SharedFile.Failure) {
            isRemoved = try file.remove()
        } catch {
            throw ConsoleFailure("\(error)")
        }
        if !isRemoved { throw unknown(name) }
    }

    /// Writes a preset to a file that can be given to others.
    ///
    /// - Parameters:
    ///   - preset: The preset.
    ///   - path: The file.
    ///   - isReplacing: Whether it may take the place of a file that is no earlier export of this preset.
    /// - Returns: Whether it is written; `false` when there is another file, which stays.
    /// - Throws: ``ConsoleFailure`` when it cannot be written.
    @discardableResult
    package func export(_ preset: Preset, path: String, isReplacing: Bool = true) throws(ConsoleFailure) -> Bool {
        if !isReplacing, try isOther(preset, path: path) { return false }
        do throws(FileWriting.Failure) {
            try FileWriting.replace(preset.bytes, path: path)
        } catch {
            throw ConsoleFailure("\(error).")
        }
        return true
    }

    /// Whether there is a file that is not a preset of this name.
    private func isOther(_ preset: Preset, path: String) throws(ConsoleFailure) -> Bool {
        do throws(FileReading.Failure) {
            let bytes = try FileReading.bytes(path: path, limit: Self.maximumSize)
            return (try? Preset(bytes, fallbackName: ""))?.name != preset.name
        } catch {
            switch error.number {
            case SystemCalls.notFound: return false
            case SystemCalls.notAFile: throw ConsoleFailure("cannot write ‘\(path)’: \(error.reason).")
            default: return true
            }
        }
    }

    /// Keeps a preset from a file.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - name: The name to give it; `nil` takes the one in the file, or else the file's.
    ///   - isReplacing: Whether it may take the place of a preset of that name.
    /// - Returns: The preset.
    /// - Throws: ``ConsoleFailure`` when the file is no preset, or there is a preset of that name with other values.
    @discardableResult
    package func `import`(path: String, as name: String? = nil, isReplacing: Bool = false) throws(ConsoleFailure)
        -> Preset
    {
        let bytes: [UInt8]
        do {
            bytes = try FileReading.bytes(path: path, limit: Self.maximumSize)
        } catch {
            throw ConsoleFailure("\(error.description).")
        }
        let fileName = PathText.name(of: path)
        let preset = try Self.preset(
            bytes,
            name: name,
            fallbackName: fileName.hasSuffix(".json") ? String(fileName.dropLast(5)) : fileName,
            path: path
        ).get()
        if try !save(preset, isReplacing: isReplacing) {
            throw ConsoleFailure(
                """
                There is a preset ‘\(preset.name)’ with other values. Write --force to replace it, or \
                `toggles preset import \(path) --as NAME` to keep both.
                """
            )
        }
        return preset
    }

    /// There is no preset of a name.
    package func unknown(_ name: String) -> ConsoleFailure {
        let hint =
            Suggestion.closest(to: name, in: all().presets.map(\.name)).map { "Did you mean ‘\($0)’?" }
            ?? "`toggles preset list` shows all of them."
        return ConsoleFailure("There is no preset ‘\(name)’. \(hint)")
    }

    private func file(_ name: String) throws(ConsoleFailure) -> SharedFile {
        if let problem = Preset.problem(ofName: name) { throw ConsoleFailure(problem) }
        return SharedFile(
            path: PathText.joined(folder, "\(name).json"),
            maximumSize: Self.maximumSize,
            trust: trust,
            fileSystem: fileSystem
        )
    }

    private static func preset(
        _ bytes: [UInt8],
        name: String?,
        fallbackName: String = "",
        path: String
    ) -> Result<Preset, ConsoleFailure> {
        do throws(ConsoleFailure) {
            return .success(try Preset(bytes, name: name, fallbackName: fallbackName))
        } catch {
            return .failure(ConsoleFailure("\(path): \(error.message)"))
        }
    }
}
