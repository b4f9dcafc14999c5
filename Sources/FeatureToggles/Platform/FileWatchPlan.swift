/// What has to be watched to notice every change of what a path leads to.
///
/// The path is walked component by component, through symbolic links. Watched are the folder that the file lies in and
/// every folder that holds a link on the way, for the one name that matters there; the file itself; and all folders
/// passed, for being moved or deleted. Where a component does not exist, the walk ends with the folder that it would
/// appear in.
struct FileWatchPlan: Hashable {
    /// Why a place is watched.
    struct Interest: Hashable {
        /// The names whose appearing, changing target or disappearing matters in a folder.
        var names: Set<String> = []
        /// Whether the content of the files of these names matters, too.
        var includesContent = false
        /// Whether the place is the file itself.
        var isFile = false

        mutating func formUnion(_ other: Interest) {
            names.formUnion(other.names)
            includesContent = includesContent || other.includesContent
            isFile = isFile || other.isFile
        }
    }

    /// A file or folder to watch.
    ///
    /// Its path has no symbolic links in it.
    struct Place: Hashable {
        let path: String
        /// Which file it is, so that two plans differ when another file has taken its place.
        let identity: FileStatus.Identity
        var interest: Interest
    }

    private(set) var places: [Place] = []

    /// Walks a path.
    ///
    /// - Parameters:
    ///   - path: The path, absolute.
    ///   - fileSystem: Where to look.
    init(_ path: String, in fileSystem: any FileSystem) {
        var rest = Array(PathText.components(path).reversed())
        var folder = "/"
        var links = 0
        while let name = rest.popLast() {
            if name == ".." {
                folder = PathText.folder(of: folder)
                continue
            }
            let current = PathText.joined(folder, name)
            guard let status = try? fileSystem.status(ofPath: current) else {
                add(folder, Interest(names: [name], includesContent: rest.isEmpty), fileSystem)
                return
            }
            switch status.kind {
            case .link:
                add(folder, Interest(names: [name]), fileSystem)
                links += 1
                guard links <= 40, let target = try? fileSystem.target(ofLink: current) else { return }
                if target.utf8.first == UInt8(ascii: "/") { folder = "/" }
                rest.append(contentsOf: PathText.components(target).reversed())
            case .folder where !rest.isEmpty:
                folder = current
                add(folder, Interest(), fileSystem)
            case .file, .folder, .other:
                // The last component, or a file where a folder should be.
                add(folder, Interest(names: [name], includesContent: rest.isEmpty), fileSystem)
                add(current, Interest(isFile: true), fileSystem)
                return
            }
        }
    }

    private mutating func add(_ path: String, _ interest: Interest, _ fileSystem: any FileSystem) {
        if let index = places.firstIndex(where: { $0.path == path }) {
            places[index].interest.formUnion(interest)
        } else if let status = try? fileSystem.status(ofPath: path) {
            places.append(Place(path: path, identity: status.identity, interest: interest))
        }
    }
}
