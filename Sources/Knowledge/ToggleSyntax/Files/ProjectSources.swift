package import ToggleBase
import ToggleLint

/// The contents of a project's files, each of which is read once.
package struct ProjectSources: Sendable {
    /// The files that may declare or read flags, with paths relative to the root, in ascending order.
    package let files: [(path: String, bytes: [UInt8])]
    /// The paths of links to files outside of the project.
    package let outside: [String]

    /// Reads the files of a project.
    ///
    /// Unreadable files are left out, and so are links to files outside of the project.
    ///
    /// - Parameters:
    ///   - root: The root of the project.
    ///   - ignored: Files and folders to skip, relative to the root.
    /// - Throws: ``FileFailure`` if the root can't be read.
    package init(root: String, ignored: Set<String> = []) throws(FileFailure) {
        var configuration = LintConfiguration()
        configuration.scripts = NimbusFeatures.globs
        let (paths, failures) = FileDiscovery(root: root, configuration, ignored: ignored).files()
        if let failure = failures.first, failure.path.isEmpty {
            throw FileFailure(reading: root, nil, reason: failure.reason)
        }
        let contents = ParallelWork.map(paths) { path -> (isOutside: Bool, bytes: [UInt8]?) in
            let file = path.hasPrefix("/") ? path : "\(root)/\(path)"
            if FileReading.leavesProject(file) { return (true, nil) }
            return (false, try? FileReading.bytes(path: file, limit: SourceTree.maximumSize))
        }
        files = zip(paths, contents).compactMap { path, content in content.bytes.map { (path, $0) } }
        outside = zip(paths, contents).compactMap { path, content in content.isOutside ? path : nil }
    }
}
