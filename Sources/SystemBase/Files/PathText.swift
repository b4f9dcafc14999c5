#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#endif

/// Paths as text, the way the file system reads them.
package enum PathText {
    /// The path made absolute with the working folder, without slashes at its end.
    ///
    /// An empty path stays empty.
    package static func absolute(_ path: String) -> String {
        var path = path
        while path.utf8.count > 1, path.utf8.last == UInt8(ascii: "/") {
            path.removeLast()
        }
        guard !path.isEmpty, path.utf8.first != UInt8(ascii: "/") else { return path }
        guard let folder = getcwd(nil, 0) else { return path }
        defer { free(folder) }
        return joined(String(cString: folder), path)
    }

    /// The path made absolute, without links and `..` in it where it leads to something.
    package static func resolved(_ path: String) -> String {
        guard let resolved = realpath(path, nil) else { return absolute(path) }
        defer { free(resolved) }
        return String(cString: resolved)
    }

    /// The folder that a path lies in.
    package static func folder(of path: String) -> String {
        guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "." }
        return slash == path.utf8.startIndex ? "/" : String(path[..<slash])
    }

    /// The last component of a path.
    package static func name(of path: String) -> String {
        guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return path }
        return String(path[path.utf8.index(after: slash)...])
    }

    /// A name in a folder; the name alone when it is absolute.
    package static func joined(_ folder: String, _ name: String) -> String {
        if name.utf8.first == UInt8(ascii: "/") { return name }
        return folder.utf8.last == UInt8(ascii: "/") ? folder + name : folder + "/" + name
    }

    /// The components of a path, without empty ones and `.`.
    package static func components(_ path: String) -> [String] {
        path.utf8.split(separator: UInt8(ascii: "/")).map { String(Substring($0)) }.filter { $0 != "." }
    }
}
