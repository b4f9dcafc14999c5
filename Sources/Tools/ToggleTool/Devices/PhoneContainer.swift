import ToggleBase

/// The files of a development build on a device, which can only be copied.
package struct PhoneContainer: Sendable {
    /// The device.
    package let phone: Phone
    /// The app's bundle identifier.
    package let bundle: String
    private let xcrun: Xcrun
    /// A folder for temporary files.
    private let folder: String

    /// Refers to the files of an app, without reading them.
    package init(_ bundle: String, on phone: Phone, _ xcrun: Xcrun, folder: String) {
        self.phone = phone
        self.bundle = bundle
        self.xcrun = xcrun
        self.folder = folder
    }

    /// The options that choose this app.
    package var words: [String] { ["--device", phone.identifier, "--bundle", bundle] }

    /// Reads a file.
    ///
    /// - Parameters:
    ///   - path: The path in the container.
    ///   - limit: The maximum size in bytes.
    /// - Returns: The content, or `nil` if there is no file.
    /// - Throws: ``DeviceError`` if the file can't be copied.
    package func read(_ path: String, limit: Int) throws(DeviceError) -> [UInt8]? {
        let parent = temporaryFolder()
        defer { files.removePrivateFolder(parent) }
        let copy = PathText.joined(parent, "file")
        guard try copyFromPhone(path, to: copy) else { return nil }
        // If the destination is taken for a folder, the copy is in it.
        for file in [copy, PathText.joined(copy, PathText.name(of: path))] {
            if let bytes = try? FileReading.bytes(path: file, limit: limit) { return bytes }
        }
        throw DeviceError(.failed, "devicectl reported that ‘\(path)’ was copied, but the copy can't be read.")
    }

    /// Reads the files in a folder whose names end with a suffix.
    ///
    /// - Parameters:
    ///   - path: The path of the folder in the container.
    ///   - suffix: The suffix.
    ///   - limit: The maximum size in bytes of a file; larger ones are left out.
    /// - Returns: The content by name; empty if there is no folder.
    /// - Throws: ``DeviceError`` if the folder can't be copied.
    package func readFolder(_ path: String, suffix: String, limit: Int) throws(DeviceError) -> [String: [UInt8]] {
        let copy = temporaryFolder()
        defer { files.removePrivateFolder(copy) }
        guard try copyFromPhone(path, to: copy) else { return [:] }
        var contents: [String: [UInt8]] = [:]
        // Depending on its version, devicectl copies the folder itself or only its content.
        for folder in [copy, PathText.joined(copy, PathText.name(of: path))] {
            for name in DurableFile.names(inFolder: folder) where name.hasSuffix(suffix) && !name.hasPrefix(".") {
                contents[name] = try? FileReading.bytes(path: PathText.joined(folder, name), limit: limit)
            }
        }
        return contents
    }

    /// Replaces a file, or creates it with its folder.
    ///
    /// The file may have been replaced even if this fails.
    ///
    /// - Parameters:
    ///   - bytes: The content.
    ///   - path: The path in the container.
    /// - Throws: ``DeviceError`` if the copy fails.
    package func write(_ bytes: [UInt8], to path: String) throws(DeviceError) {
        let parent = temporaryFolder()
        defer { files.removePrivateFolder(parent) }
        let copy = PathText.joined(parent, PathText.name(of: path))
        do throws(FileFailure) {
            try FileWriting.replace(bytes, path: copy)
        } catch {
            throw DeviceError(.failed, error.description.sentence)
        }
        _ = try xcrun.devicectl(copyArguments("to", copy, path), folder: folder)
    }

    /// Returns the numbers of the processes on the device.
    ///
    /// - Throws: ``DeviceError`` if they can't be listed.
    package func processes() throws(DeviceError) -> Set<Int> {
        let result = try xcrun.devicectl(
            ["device", "info", "processes", "--device", phone.identifier],
            folder: folder
        )
        let processes = result[member: "runningProcesses"]?.elements ?? []
        return Set(
            processes.compactMap { process in
                if case .integer(let number)? = process[member: "processIdentifier"] { number } else { nil }
            }
        )
    }

    /// Copies a file or folder from the device; returns `false` if it doesn't exist.
    private func copyFromPhone(_ path: String, to copy: String) throws(DeviceError) -> Bool {
        do throws(DeviceError) {
            _ = try xcrun.devicectl(copyArguments("from", path, copy), folder: folder)
            return true
        } catch {
            guard error.code == .noFile else { throw error }
            return false
        }
    }

    private func copyArguments(_ direction: String, _ source: String, _ destination: String) -> [String] {
        var arguments = [
            "device", "copy", direction, "--device", phone.identifier, "--domain-type", "appDataContainer",
            "--domain-identifier", bundle, "--source", source, "--destination", destination,
        ]
        // Only Apple TV has several users.
        if phone.platform == "tvOS" { arguments += ["--user", "mobile"] }
        return arguments
    }

    private var files: POSIXFileSystem { POSIXFileSystem() }

    private func temporaryFolder() -> String {
        let path = PathText.joined(folder, "copy-\(String(UInt64.random(in: .min ... .max), radix: 16))")
        FileWriting.createFolder(path)
        return path
    }
}
