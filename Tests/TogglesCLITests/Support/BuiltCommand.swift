import Foundation
import Testing

/// A command that the build put beside the test bundle.
struct BuiltCommand {
    /// What a command that ended left behind.
    struct Result: Equatable {
        var output = ""
        var error = ""
        var status: Int32 = 0
    }

    let path: String

    /// Finds a command beside the test bundle, or beside the bundle that it is in.
    init(_ name: String) throws {
        let bundle = Bundle.allBundles.map(\.bundleURL).first { $0.pathExtension == "xctest" }
        let executable = bundle ?? URL(filePath: CommandLine.arguments.first ?? "")
        path = executable.deletingLastPathComponent().appending(path: name).path(percentEncoded: false)
        try #require(FileManager.default.isExecutableFile(atPath: path), "\(path) is not built")
    }

    /// A command of the system, or `nil` where it is not installed.
    init?(installed name: String) {
        let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
        let paths = folders.map { "\($0)/\(name)" }
        guard let path = paths.first(where: { FileManager.default.isExecutableFile(atPath: $0) }) else { return nil }
        self.path = path
    }

    /// Starts the command, whose output nobody reads.
    ///
    /// - Parameters:
    ///   - arguments: Its arguments.
    ///   - environment: The whole of its environment.
    ///   - folder: The folder that it is run in.
    /// - Returns: The process.
    /// - Throws: When it cannot be started.
    func start(_ arguments: [String], environment: [String: String], in folder: String) throws -> Process {
        let process = Process()
        process.executableURL = URL(filePath: path)
        process.arguments = arguments
        process.environment = environment
        process.currentDirectoryURL = URL(filePath: folder)
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
        return process
    }

    /// Runs the command and waits until it ends.
    ///
    /// - Parameters:
    ///   - arguments: Its arguments.
    ///   - environment: The whole of its environment.
    ///   - folder: The folder that it is run in.
    /// - Returns: What it wrote and its exit code.
    /// - Throws: When it cannot be started.
    func run(_ arguments: [String], environment: [String: String], in folder: String) throws -> Result {
        // Into files, which never fill up as pipes do.
        let place = FileManager.default.temporaryDirectory.appending(path: "toggles-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: place) }
        let files = try ["output", "error"].map { name in
            let file = place.appending(path: name)
            try Data().write(to: file)
            return (url: file, handle: try FileHandle(forWritingTo: file))
        }
        let process = Process()
        process.executableURL = URL(filePath: path)
        process.arguments = arguments
        process.environment = environment
        process.currentDirectoryURL = URL(filePath: folder)
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = files[0].handle
        process.standardError = files[1].handle
        try process.run()
        process.waitUntilExit()
        let texts = try files.map { file in
            try file.handle.close()
            return String(decoding: try Data(contentsOf: file.url), as: UTF8.self)
        }
        return Result(output: texts[0], error: texts[1], status: process.terminationStatus)
    }
}
