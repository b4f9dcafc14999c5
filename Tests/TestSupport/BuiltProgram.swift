// Apps on other platforms can't start processes.
#if os(macOS) || os(Linux)
package import Foundation

/// The programs that the build puts next to the test bundle.
package enum BuiltProgram {
    /// The error for a program that can't be found.
    package struct Absence: Error, CustomStringConvertible {
        /// The reason.
        package let description: String
    }

    /// Returns the URL of the program with a name.
    package static func url(_ name: String) throws -> URL {
        guard let products else { throw Absence(description: "this is not run from a test bundle") }
        let program = products.appendingPathComponent(name)
        guard FileManager.default.isExecutableFile(atPath: program.path) else {
            throw Absence(description: "\(program.path) is not built")
        }
        return program
    }

    /// The folder of the test bundle, which also contains the built programs.
    private static var products: URL? {
        // On Apple platforms, the bundle is an argument of the program that runs it. Elsewhere, it is the program itself.
        let bundle = ProcessInfo.processInfo.arguments.first { $0.contains(".xctest") }
        guard let bundle, let end = bundle.range(of: ".xctest") else { return nil }
        return URL(fileURLWithPath: String(bundle[..<end.upperBound])).deletingLastPathComponent()
    }
}
#endif
