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

    /// Returns the absolute path without symbolic links and `..`, also of a file that doesn't exist yet in a folder that does.
    package static func resolvedPlace(_ path: String) -> String {
        let absolute = absolute(path)
        return POSIXFileSystem.realPath(absolute) ?? joined(resolved(folder(of: absolute)), name(of: absolute))
    }

    /// Returns the path of a file that belongs to another file and is next to it, such as `toggles.state` for
    /// `toggles.json`.
    ///
    /// Symbolic links are followed. They can get other targets at any time, so call this before each use.
    ///
    /// - Parameters:
    ///   - path: The path of the other file, which need not exist.
    ///   - suffix: What follows the other file's name without `.json`.
    ///   - folder: The folder of the result; `nil` for that of the other file.
    /// - Returns: The absolute path.
    package static func companion(of path: String, _ suffix: String, in folder: String? = nil) -> String {
        let path = resolvedPlace(path)
        let name = name(of: path)
        let stem = name.hasSuffix(".json") && name.utf8.count > 5 ? String(name.dropLast(5)) : name
        return joined(folder ?? Self.folder(of: path), stem + suffix)
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

    /// Returns a path as it is written in a folder: `../Core/Flags.swift`.
    ///
    /// - Parameters:
    ///   - path: The path.
    ///   - folder: The folder; absolute if the path is, or else relative to the same folder as the path.
    /// - Returns: The path; unchanged if only one of the two is absolute.
    package static func relative(_ path: String, to folder: String) -> String {
        guard path.hasPrefix("/") == folder.hasPrefix("/") else { return path }
        let (parts, from) = (components(path), components(folder))
        let shared = zip(parts, from).prefix { $0 == $1 }.count
        return (Array(repeating: "..", count: from.count - shared) + parts.dropFirst(shared)).joined(separator: "/")
    }

    /// Returns the components of the innermost folder that contains all of some folders, or is one of them.
    package static func shared(by folders: [String]) -> [String] {
        let all = folders.map(components)
        return all.dropFirst().reduce(all.first ?? []) { shared, folder in
            Array(zip(shared, folder).prefix { $0 == $1 }.map(\.0))
        }
    }

    /// Returns the components of a path, without empty ones and `.`.
    package static func components(_ path: String) -> [String] {
        path.utf8.split(separator: UInt8(ascii: "/")).map { String(Substring($0)) }.filter { $0 != "." }
    }
}
