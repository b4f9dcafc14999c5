package import ToggleBase
import ToggleManifest

/// Files, the environment, and the clock, with errors as commands report them.
package enum ToolFiles {
    /// The maximum size of a file that is read, in bytes.
    package static let maximumSize = 1 << 30

    /// The environment of this process.
    package static let environment = ProcessEnvironment.current

    /// Reads a file.
    ///
    /// - Throws: An error if it can't be read, or is larger than the limit.
    package static func read(_ path: String, limit: Int = maximumSize) throws(FileFailure) -> [UInt8] {
        try FileReading.bytes(path: path, limit: limit)
    }

    /// Reads a manifest, a document, or another file of the project that is quoted by errors in it.
    ///
    /// Logs of CI servers are often public. So a link to a file outside of the project, such as one with passwords, is
    /// only followed if the file is a valid manifest or a remote document.
    ///
    /// - Throws: ``ToolError`` if it can't be read, is larger than the limit, or may not be quoted.
    package static func readProjectFile(_ path: String, limit: Int = maximumSize) throws -> [UInt8] {
        let bytes = try read(path, limit: limit)
        guard FileReading.leavesProject(path), Manifest.parse(bytes, path: path).manifest == nil else { return bytes }
        let json = try? JSONReader().value(from: bytes)
        // The members of a document, and of a signed envelope.
        guard json?[member: "flags"] == nil, json?[member: "payload"] == nil else { return bytes }
        throw ToolError.usage(
            """
            ‘\(path)’ is a link to a file outside the project, which is neither a valid manifest nor a remote document. \
            Errors in it aren't shown, because they would quote it; correct the link, or name the file itself.
            """
        )
    }

    /// Reads a local document.
    ///
    /// - Parameter address: A path or a `file:` URL.
    /// - Returns: Its content.
    /// - Throws: ``ToolError`` if it can't be read, or isn't a local file.
    package static func readDocument(_ address: String) throws -> [UInt8] {
        if exists(address) { return try readProjectFile(address) }
        guard case .file(let path) = try RemoteAddress(address) else {
            throw ToolError.usage(
                "‘\(address)’ is not a file. Fetch it first, with `toggles fetch \(address) --raw > FILE`."
            )
        }
        return try readProjectFile(path)
    }

    /// Calls a closure while other commands wait to edit files in the same folders.
    ///
    /// - Parameters:
    ///   - paths: The files.
    ///   - body: Reads and edits the files.
    /// - Returns: The result of the closure.
    /// - Throws: The closure's error, or another one if a file can't be written or has changed in the meantime.
    package static func editing<Result>(_ paths: [String], _ body: () throws -> Result) throws -> Result {
        try EditingLock.withLock(on: paths, body)
    }

    /// Reads standard input up to its end.
    ///
    /// - Throws: ``ToolError`` if it can't be read, or is larger than the limit.
    package static func readStandardInput(limit: Int) throws -> [UInt8] {
        let bytes = try readStandardInput(upTo: limit < .max ? limit + 1 : limit)
        guard bytes.count <= limit else { throw ToolError.usage("Standard input is larger than \(limit) bytes.") }
        return bytes
    }

    /// Reads standard input up to its end, or until enough is read.
    ///
    /// - Parameter maximum: The maximum number of bytes to return.
    /// - Returns: The first bytes of standard input.
    /// - Throws: ``ToolError`` if it can't be read.
    package static func readStandardInput(upTo maximum: Int) throws -> [UInt8] {
        do throws(SystemError) {
            return try StandardStream.input.bytes(limit: max(0, maximum - 1))
        } catch {
            throw ToolError.usage("Cannot read standard input: \(error.message).")
        }
    }

    /// Replaces a file as a whole.
    ///
    /// - Throws: An error if it can't be written, or is a manifest.
    package static func write(_ bytes: [UInt8], to path: String) throws {
        try requireNoManifest(path)
        try FileWriting.replace(bytes, path: path)
    }

    /// Checks that an output doesn't replace a manifest.
    ///
    /// - Parameters:
    ///   - path: The path of the output.
    ///   - manifest: The path of the manifest that the command reads, if it can have another name.
    /// - Throws: ``ToolError``.
    package static func requireNoManifest(_ path: String, manifest: String? = nil) throws {
        let resolved = PathText.resolved(path)
        guard PathText.name(of: resolved) == ManifestFile.name || manifest.map(PathText.resolved) == resolved,
            exists(resolved)
        else { return }
        throw ToolError.usage("‘\(path)’ is a manifest, which the output would replace. Write to another file.")
    }

    /// Appends text to a file.
    ///
    /// - Throws: ``ToolError`` if it can't be written.
    package static func append(_ text: String, to path: String) throws {
        let files = POSIXFileSystem()
        do throws(SystemError) {
            let descriptor = try files.openForAppending(path)
            defer { try? files.close(descriptor) }
            if let error = FileWriting.write(Array(text.utf8), to: descriptor) { throw error }
        } catch {
            throw ToolError.usage("Cannot write ‘\(path)’: \(error.message).")
        }
    }

    /// Whether a file or folder exists.
    package static func exists(_ path: String) -> Bool { FileReading.exists(path) }

    /// The date in the time zone of this machine.
    package static var today: CalendarDate? { SystemTime.today }

    /// The time in seconds since 1970.
    package static var secondsSince1970: Int64 { SystemTime.secondsSince1970 }

    /// The name of the current folder.
    package static var folderName: String? {
        PathText.workingFolder?.split(separator: "/").last.map(String.init)
    }
}

extension String {
    /// The text as a sentence: with a full stop unless it's a question, and with a capital letter unless it begins with a URL or path.
    package var sentence: String {
        let isName = prefix { $0 != " " }.contains { $0 == "/" || $0 == "." || $0 == "_" }
        let text = isName ? self : prefix(1).uppercased() + dropFirst()
        return hasSuffix(".") || hasSuffix("?") ? text : text + "."
    }
}
