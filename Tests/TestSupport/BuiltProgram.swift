import Foundation
import Testing

/// The programs that `swift build --build-tests` puts beside the tests.
enum BuiltProgram {
    /// The program of a name.
    static func url(_ name: String) throws -> URL {
        let program = try #require(products).appendingPathComponent(name)
        try #require(FileManager.default.isExecutableFile(atPath: program.path), "\(program.path) is not built")
        return program
    }

    /// The folder of the test bundle, where the build leaves programs, too.
    private static var products: URL? {
        // On Apple platforms the bundle is an argument of the program that runs it; elsewhere it is the program.
        let bundle = ProcessInfo.processInfo.arguments.first { $0.contains(".xctest") }
        guard let bundle, let end = bundle.range(of: ".xctest") else { return nil }
        return URL(fileURLWithPath: String(bundle[..<end.upperBound])).deletingLastPathComponent()
    }
}
