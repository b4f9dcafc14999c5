extension GitRepository {
    /// What is not tracked and to be ignored, as `.gitignore` files, `.git/info/exclude` and the person's own settings say.
    ///
    /// Of a folder in which everything is ignored, only the folder is named. Tracked files are never ignored; what lies in a
    /// submodule, or in a repository of its own, is that repository's.
    ///
    /// - Returns: Files and folders, relative to the folder of the repository, without a slash at the end; empty when the
    ///   folder itself is ignored, since whoever names it wants it.
    /// - Throws: ``GitError`` when git refuses.
    /// - Complexity: One run of git, which looks at each folder that is not ignored.
    package func ignoredPaths() throws(GitError) -> Set<String> {
        let question = ["ls-files", "-z", "--others", "--ignored", "--exclude-standard", "--directory"]
        let (status, output, _) = try run(question)
        guard status == 0 else {
            // Within a folder that is ignored, versions of git give up. This question has no literal paths.
            let isIgnored = try run(["--no-literal-pathspecs", "check-ignore", "--quiet", "."]).status == 0
            if !prefix.isEmpty, isIgnored { return [] }
            _ = try answer(to: question)
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
