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

    /// Runs the command and waits until it ends.
    ///
    /// - Parameters:
    ///   - arguments: Its arguments.
    ///   - environment: The whole of its environment.
    ///   - folder: The folder that it is run in.
    ///   - input: What it reads.
    /// - Returns: What it wrote and its exit code.
    /// - Throws: When it cannot be started.
    func run(
        _ arguments: [String],
        environment: [String: String],
        in folder: String,
        input: String = ""
    ) throws -> Result {
        // Into files, which never fill up as pipes do.
        let place = FileManager.default.temporaryDirectory.appending(path: "toggles-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: place) }
        let files = ["output", "error"].map { place.appending(path: $0) }
        for file in files { try Data().write(to: file) }
        let inputFile = place.appending(path: "input")
        try Data(input.utf8).write(to: inputFile)
        let process = try ChildProcess(
            path,
            arguments,
            environment: environment,
            in: folder,
            input: inputFile.path(percentEncoded: false),
            output: files[0].path(percentEncoded: false),
            error: files[1].path(percentEncoded: false)
        )
        let status = process.wait()
        let texts = try files.map { String(decoding: try Data(contentsOf: $0), as: UTF8.self) }
        return Result(output: texts[0], error: texts[1], status: status)
    }
}
