import ToggleBase

#if canImport(Darwin)
import CoreFoundation
import Darwin
#endif

/// The folders of this process's app.
package enum AppBundle {
    #if canImport(Darwin)
    /// The folder of the resources.
    package static var resources: String? {
        CFBundleGetMainBundle().flatMap { CFBundleCopyResourcesDirectoryURL($0) }.flatMap(path)
    }

    /// The folder of the bundle; for a program without a bundle, the folder of the executable.
    package static var folder: String? {
        CFBundleGetMainBundle().flatMap { CFBundleCopyBundleURL($0) }.flatMap(path)
    }

    /// Whether this process is an app extension, whose folder is inside that of its app.
    package static var isExtension: Bool { folder?.hasSuffix(".appex") == true }

    private static func path(_ url: CFURL) -> String? {
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: Int(PATH_MAX) + 1) { buffer in
            guard let start = buffer.baseAddress, CFURLGetFileSystemRepresentation(url, true, start, buffer.count)
            else { return nil }
            return String(cString: start)
        }
    }
    #else
    /// The folder of the resources: that of the executable.
    package static var resources: String? { folder }

    /// `false`, because apps have no extensions here.
    package static var isExtension: Bool { false }

    /// The folder of the executable.
    package static var folder: String? {
        let link = "/proc/self/exe"
        let path = PathText.resolved(link)
        if path != link { return PathText.folder(of: path) }
        return CommandLine.arguments.first.map { PathText.folder(of: PathText.absolute($0)) }
    }
    #endif
}
