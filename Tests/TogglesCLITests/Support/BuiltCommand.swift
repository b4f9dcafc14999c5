import Foundation
import TestSupport
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
        let place = try TemporaryFolder()
        let process = try ChildProcess(
            path,
            arguments,
            environment: environment,
            in: folder,
            input: try place.write(input, to: "input"),
            output: try place.write("", to: "output"),
            error: try place.write("", to: "error")
        )
        let status = process.wait()
        return Result(output: try place.text("output"), error: try place.text("error"), status: status)
    }
}
