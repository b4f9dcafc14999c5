// Apps on other platforms can't start processes.
#if os(macOS) || os(Linux)
import Foundation

/// A git repository in a temporary folder, which is deleted with it.
package final class TemporaryRepository {
    private let temporary: TemporaryFolder

    package var folder: String { temporary.path }

    package init() throws {
        temporary = try TemporaryFolder()
        try git("init", "--quiet", "--initial-branch=main")
    }

    package func write(_ text: String, to path: String) throws {
        try temporary.write(text, to: path)
    }

    /// Commits all files, at noon of a day.
    package func commit(_ subject: String, on day: String, author: String = "Ada") throws {
        try git("add", "--all")
        try git("commit", "--quiet", "--allow-empty", "--message", subject, day: day, author: author)
    }

    @discardableResult
    package func git(
        _ arguments: String...,
        input: [UInt8] = [],
        day: String = "2026-01-01",
        author: String = "Ada"
    ) throws -> String {
        var environment = ProcessInfo.processInfo.environment
        for name in ["GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE"] { environment[name] = nil }
        environment["GIT_CONFIG_GLOBAL"] = "/dev/null"
        environment["GIT_CONFIG_SYSTEM"] = "/dev/null"
        for role in ["AUTHOR", "COMMITTER"] {
            environment["GIT_\(role)_NAME"] = author
            environment["GIT_\(role)_EMAIL"] = "\(author.lowercased())@example.com"
            environment["GIT_\(role)_DATE"] = "\(day)T12:00:00Z"
        }
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["git", "-C", folder] + arguments
        process.environment = environment
        // In files, because pipes can fill up.
        let files = ["input", "output", "error"].map { folder + "-\($0)" }
        defer { for file in files { try? FileManager.default.removeItem(atPath: file) } }
        for (file, content) in zip(files, [Data(input), Data(), Data()]) {
            try content.write(to: URL(fileURLWithPath: file))
        }
        process.standardInput = try FileHandle(forReadingFrom: URL(fileURLWithPath: files[0]))
        process.standardOutput = try FileHandle(forWritingTo: URL(fileURLWithPath: files[1]))
        process.standardError = try FileHandle(forWritingTo: URL(fileURLWithPath: files[2]))
        try process.run()
        process.waitUntilExit()
        let texts = try files.dropFirst().map {
            String(decoding: try Data(contentsOf: URL(fileURLWithPath: $0)), as: UTF8.self)
        }
        guard process.terminationStatus == 0 else { throw Failure(text: "git \(arguments): \(texts[1])") }
        return texts[0]
    }

    private struct Failure: Error {
        let text: String
    }
}
#endif
