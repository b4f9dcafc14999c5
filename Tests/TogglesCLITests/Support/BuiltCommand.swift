import Foundation
import Testing

/// A command that the build placed next to the test bundle.
struct BuiltCommand {
    /// The output and exit code of a command.
    struct Result: Equatable {
        var output = ""
        var error = ""
        var status: Int32 = 0
    }

    let path: String

    /// Finds a command next to the test bundle, or next to the bundle that contains it.
    init(_ name: String) throws {
        let bundle = Bundle.allBundles.map(\.bundleURL).first { $0.pathExtension == "xctest" }
        let executable = bundle ?? URL(filePath: CommandLine.arguments.first ?? "")
        path = executable.deletingLastPathComponent().appending(path: name).path(percentEncoded: false)
        try #require(FileManager.default.isExecutableFile(atPath: path), "\(path) is not built")
    }

    /// Finds a command of the system; `nil` if it is not installed.
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
    ///   - environment: Its whole environment.
    ///   - folder: The working directory.
    ///   - input: The text on its standard input.
    /// - Returns: Its output and exit code.
    /// - Throws: An error if it can't be started.
    func run(
        _ arguments: [String],
        environment: [String: String],
        in folder: String,
        input: String = ""
    ) throws -> Result {
        // The output goes to files, because pipes can fill up.
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
