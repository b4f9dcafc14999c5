// Only on macos.
public import Foundation

public protocol Plugin {
    init()
    static func main() throws
}
extension Plugin {
    public static func main() throws {}
}

public protocol BuildToolPlugin: Plugin {
    func createBuildCommands(context: PluginContext, target: any Target) async throws -> [Command]
}
public protocol CommandPlugin: Plugin {
    func performCommand(context: PluginContext, arguments: [String]) async throws
}

public struct PluginContext {
    public struct Tool {
        public let name: String
        public let url: URL
    }
    public let package: Package
    public let pluginWorkDirectoryURL: URL
    public func tool(named name: String) throws -> Tool { fatalError() }
}

public struct Package {
    public let id: String
    public let displayName: String
    public let directoryURL: URL
    public let targets: [any Target]
}

public protocol Target {
    var id: String { get }
    var name: String { get }
    var directoryURL: URL { get }
}
public protocol SourceModuleTarget: Target {
    var moduleName: String { get }
    var sourceFiles: FileList { get }
}
public struct SwiftSourceModuleTarget: SourceModuleTarget {
    public let id: String
    public let name: String
    public let moduleName: String
    public let directoryURL: URL
    public let sourceFiles: FileList
}

public struct FileList: Sequence {
    public func makeIterator() -> Array<File>.Iterator { [].makeIterator() }
}
public struct File {
    public let url: URL
}

public enum Command {
    case _command
    public static func buildCommand(
        displayName: String?, executable: URL, arguments: [String], environment: [String: String] = [:],
        inputFiles: [URL] = [], outputFiles: [URL] = []
    ) -> Command { ._command }
    public static func prebuildCommand(
        displayName: String?, executable: URL, arguments: [String], environment: [String: String] = [:],
        outputFilesDirectory: URL
    ) -> Command { ._command }
}

public struct Diagnostics {
    public static func error(_ message: String, file: String? = #file, line: Int? = #line) {}
    public static func warning(_ message: String, file: String? = #file, line: Int? = #line) {}
    public static func remark(_ message: String, file: String? = #file, line: Int? = #line) {}
}

public struct ArgumentExtractor {
    public init(_ arguments: [String]) {}
    public mutating func extractOption(named name: String) -> [String] { [] }
    public mutating func extractFlag(named name: String) -> Int { 0 }
    public var remainingArguments: [String] { [] }
}
