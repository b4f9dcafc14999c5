extension GitRepository {
    /// Returns the untracked paths that git ignores, according to `.gitignore` files, `.git/info/exclude`, and the
    /// user's settings.
    ///
    /// If everything in a folder is ignored, only the folder is returned. Tracked files are never ignored. Files in a
    /// submodule or a nested repository belong to that repository.
    ///
    /// - Returns: Files and folders, relative to the folder of the repository, without a trailing slash; empty if that
    ///   folder itself is ignored, because it was named explicitly.
    /// - Throws: ``GitError`` if git fails.
    /// - Complexity: One run of git, which visits each folder that is not ignored.
    package func ignoredPaths() throws(GitError) -> Set<String> {
        let arguments = ["ls-files", "-z", "--others", "--ignored", "--exclude-standard", "--directory"]
        let (status, output, _) = try run(arguments)
        guard status == 0 else {
            // In an ignored folder, some versions of git fail. `check-ignore` doesn't support literal pathspecs.
            let isIgnored = try run(["--no-literal-pathspecs", "check-ignore", "--quiet", "."]).status == 0
            if !prefix.isEmpty, isIgnored { return [] }
            _ = try checkedOutput(of: arguments)
            return []
        }
        var result: Set<String> = []
        for path in output.split(separator: 0) {
            let path = path.last == UInt8(ascii: "/") ? path.dropLast() : path
            if path.isEmpty || path.elementsEqual(".".utf8) { return [] }
            result.insert(String(decoding: path, as: UTF8.self))
        }
        return result
    }
}
