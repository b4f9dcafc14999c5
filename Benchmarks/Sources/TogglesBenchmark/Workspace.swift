#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// A temporary folder for files, which is deleted at the end.
struct Workspace: ~Copyable {
    private let folder: String
    private var names: [String] = []

    /// Creates the folder.
    init() throws {
        var template = Array("/tmp/toggles-benchmark-XXXXXX".utf8CString)
        guard let folder = mkdtemp(&template) else { throw Child.Failure(description: "cannot create a folder") }
        self.folder = String(cString: folder)
    }

    deinit {
        for name in names { unlink("\(folder)/\(name)") }
        rmdir(folder)
    }

    /// Returns the path of a file, and writes its content if there is one.
    mutating func file(_ name: String, _ content: [UInt8]? = nil) throws -> String {
        names.append(name)
        let path = "\(folder)/\(name)"
        guard let content else { return path }
        guard let file = fopen(path, "w") else { throw Child.Failure(description: "cannot write \(path)") }
        defer { fclose(file) }
        guard fwrite(content, 1, content.count, file) == content.count else {
            throw Child.Failure(description: "cannot write \(path)")
        }
        return path
    }
}
