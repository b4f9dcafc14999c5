/// Functions on the text of paths.
package enum PathText {
    /// The path of the working folder, or `nil` if it can't be determined.
    package static var workingFolder: String? { POSIXFileSystem.workingFolder }

    /// Returns the path made absolute with the working folder, without trailing slashes.
    ///
    /// An empty path stays empty.
    package static func absolute(_ path: String) -> String {
        var path = path
        while path.utf8.count > 1, path.utf8.last == UInt8(ascii: "/") {
            path.removeLast()
        }
        guard !path.isEmpty, path.utf8.first != UInt8(ascii: "/") else { return path }
        return workingFolder.map { joined($0, path) } ?? path
    }

    /// Returns the absolute path, without symbolic links and `..` if the file exists.
    package static func resolved(_ path: String) -> String {
        POSIXFileSystem.realPath(path) ?? absolute(path)
    }

    /// Returns the folder that contains a path.
    package static func folder(of path: String) -> String {
        guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "." }
        return slash == path.utf8.startIndex ? "/" : String(path[..<slash])
    }

    /// Returns the last component of a path.
    package static func name(of path: String) -> String {
        guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return path }
        return String(path[path.utf8.index(after: slash)...])
    }

    /// Returns the path of a name in a folder, or the name itself if it is absolute.
    package static func joined(_ folder: String, _ name: String) -> String {
        if name.utf8.first == UInt8(ascii: "/") { return name }
        return folder.utf8.last == UInt8(ascii: "/") ? folder + name : folder + "/" + name
    }

    /// Returns the components of a path, without empty ones and `.`.
    package static func components(_ path: String) -> [String] {
        path.utf8.split(separator: UInt8(ascii: "/")).map { String(Substring($0)) }.filter { $0 != "." }
    }
}
