import Foundation
import Testing

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// A state file of an app that counts as running until this object is released.
final class FixedState {
    private let lock: Int32

    /// Writes the state file.
    ///
    /// - Parameters:
    ///   - text: Its content.
    ///   - defaults: The path of the app's local defaults file, which ends in `.json`.
    ///   - process: The number of the process.
    /// - Throws: An error if it can't be written.
    init(_ text: String, beside defaults: String, process: Int) throws {
        let folder = "\(defaults.dropLast(".json".count)).state"
        try FileManager.default.createDirectory(
            atPath: folder,
            withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700]
        )
        let attributes: [FileAttributeKey: Any] = [.posixPermissions: 0o600]
        let path = "\(folder)/\(process)-a"
        // Locked before the state file exists, as by a client.
        #expect(FileManager.default.createFile(atPath: "\(path).lock", contents: nil, attributes: attributes))
        lock = open("\(path).lock", O_RDWR | O_CLOEXEC)
        try #require(flock(lock, LOCK_EX) == 0)
        #expect(
            FileManager.default.createFile(atPath: "\(path).json", contents: Data(text.utf8), attributes: attributes)
        )
    }

    /// Writes the state file of an app with toggles.
    ///
    /// - Parameters:
    ///   - application: The name of the application.
    ///   - toggles: The objects of the toggles.
    ///   - defaults: The path of the app's local defaults file.
    ///   - process: The number of the process.
    /// - Throws: An error if it can't be written.
    convenience init(_ application: String, toggles: [String], beside defaults: String, process: Int) throws {
        let text = """
            {"version":1,"changed":1,"application":"\(application)","process":{"id":\(process),"started":\(process)},\
            "localDefaults":"\(defaults)","context":[],"problems":[],"toggles":[
            \(toggles.joined(separator: ",\n"))
            ]}
            """
        try self.init(text, beside: defaults, process: process)
    }

    deinit { close(lock) }

    /// An integer toggle with its default as the value.
    static func integer(_ key: String, _ value: Int) -> String {
        """
        {"key":"\(key)","category":"ops","type":"int","default":\(value),"parameter":"\(key)","value":\(value),\
        "source":"default","reason":"DEFAULT"}
        """
    }
}
