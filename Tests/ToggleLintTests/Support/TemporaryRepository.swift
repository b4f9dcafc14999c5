import ChildProcesses
import Foundation
import ToggleLint
import ToggleManifest

/// A git repository in a temporary folder, which is deleted with it.
final class TemporaryRepository {
    let folder: String

    init() throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("toggles-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try git("init", "--quiet", "--initial-branch=main")
    }

    deinit {
        try? FileManager.default.removeItem(atPath: folder)
    }

    func write(_ text: String, to path: String) throws {
        let url = URL(fileURLWithPath: folder).appendingPathComponent(path)
        try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: url)
    }

    /// Commits all files, at noon of a day.
    func commit(_ subject: String, on day: String, author: String = "Ada") throws {
        try git("add", "--all")
        try git("commit", "--quiet", "--allow-empty", "--message", subject, day: day, author: author)
    }

    func open() throws -> GitRepository {
        try GitRepository(at: folder)
    }

    @discardableResult
    func git(
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
        var output: [UInt8] = []
        let result = try ChildProcess("git", ["-C", folder] + arguments, environment: environment, input: input)
            .run { piece in
                output += piece
                return true
            }
        guard result.ending == .exited(0) else { throw Failure(text: "git \(arguments): \(result.standardError)") }
        return String(decoding: output, as: UTF8.self)
    }

    struct Failure: Error {
        let text: String
    }
}
