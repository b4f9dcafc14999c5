/// The places to watch to notice every change of the files at some paths.
///
/// Each path is walked component by component, through symbolic links. The plan contains the file's folder and every
/// folder with a link on the way, each for the one name that matters in it; the file itself; and all other folders on
/// the way, which may be moved or deleted. If a component doesn't exist, the walk ends at the folder in which it would
/// appear.
struct FileWatchPlan: Hashable {
    /// The reason to watch a place.
    struct Interest: Hashable {
        /// The names in a folder whose creation, removal, or change of target matters.
        var names: Set<String> = []
        /// Whether the content of the files with these names matters, too.
        var includesContent = false
        /// Whether the place is the file itself.
        var isFile = false
        /// Whether the place is a folder whose entries matter, because its own path is watched.
        var hasEntries = false
        /// Whether changes of the file would go unnoticed if this place weren't watched.
        ///
        /// It is `true` for the folders that contain the file, a link to the file, or the first missing component. The
        /// folders above matter only if they are moved or replaced, and permissions or sandboxes may hide them.
        var isRequired = false

        mutating func formUnion(_ other: Interest) {
            names.formUnion(other.names)
            includesContent = includesContent || other.includesContent
            isFile = isFile || other.isFile
            hasEntries = hasEntries || other.hasEntries
            isRequired = isRequired || other.isRequired
        }
    }

    /// A file or folder to watch.
    ///
    /// Its path contains no symbolic links.
    struct Place: Hashable {
        let path: String
        /// The identity of the file, so that two plans differ if another file replaced it.
        let identity: FileStatus.Identity
        var interest: Interest
    }

    private(set) var places: [Place] = []
    /// The indices of the places by their paths.
    private var indices: [String: Int] = [:]

    /// Creates a plan by walking some paths.
    ///
    /// - Parameters:
    ///   - paths: The absolute paths.
    ///   - fileSystem: The file system that contains the paths.
    /// - Complexity: O(*n*) in the number of files and folders on the way, each of which is looked up once.
    init(_ paths: [String], in fileSystem: any PathLookup) {
        var lookups = PathLookups(fileSystem: fileSystem)
        for path in paths { add(path, &lookups) }
    }

    /// Adds the places of a path.
    ///
    /// A component that the process may not access is treated as a folder if it isn't the last one, because an app's
    /// sandbox can hide the folders above its container.
    ///
    /// - Parameters:
    ///   - path: The absolute path.
    ///   - lookups: The file system that contains the path.
    private mutating func add(_ path: String, _ lookups: inout PathLookups) {
        var rest = Array(PathText.components(path).reversed())
        var folder = "/"
        var links = 0
        // The first component that could not be accessed, and its folder.
        var hidden: (folder: String, name: String)?
        while let name = rest.popLast() {
            if name == ".." {
                folder = PathText.folder(of: folder)
                continue
            }
            let current = PathText.joined(folder, name)
            let kind: FileStatus.Kind
            do throws(SystemError) {
                kind = try lookups.status(ofPath: current).kind
            } catch  where error.isDenial && !rest.isEmpty {
                hidden = hidden ?? (folder, name)
                folder = current
                continue
            } catch {
                let interest = Interest(names: [name], includesContent: rest.isEmpty, isRequired: true)
                if !add(folder, interest, &lookups), let hidden {
                    add(hidden.folder, Interest(names: [hidden.name], isRequired: true), &lookups)
                }
                return
            }
            switch kind {
            case .link:
                add(folder, Interest(names: [name], isRequired: rest.isEmpty), &lookups)
                links += 1
                guard links <= 40 else { return }
                do throws(SystemError) {
                    let target = try lookups.target(ofLink: current)
                    if target.utf8.first == UInt8(ascii: "/") { folder = "/" }
                    rest.append(contentsOf: PathText.components(target).reversed())
                } catch  where error.isDenial && !rest.isEmpty {
                    folder = current
                } catch {
                    return
                }
            case .folder where !rest.isEmpty:
                folder = current
                add(folder, Interest(), &lookups)
            case .file, .folder, .other:
                // The last component, or a file where a folder should be.
                add(folder, Interest(names: [name], includesContent: rest.isEmpty, isRequired: true), &lookups)
                add(current, Interest(isFile: kind != .folder, hasEntries: kind == .folder), &lookups)
                return
            }
        }
    }

    @discardableResult
    private mutating func add(_ path: String, _ interest: Interest, _ lookups: inout PathLookups) -> Bool {
        if let index = indices[path] {
            places[index].interest.formUnion(interest)
        } else if let status = try? lookups.status(ofPath: path) {
            indices[path] = places.count
            places.append(Place(path: path, identity: status.identity, interest: interest))
        } else {
            return false
        }
        return true
    }

    /// Watches every place.
    ///
    /// If watching a place is not permitted, that is a failure only if the place is required. Changes of a file are
    /// reported through its folder, and the folders above are watched only for being moved.
    ///
    /// - Parameter watch: Watches one place.
    /// - Returns: Whether all places still existed, and the first error that leaves something unwatched.
    func watchPlaces(by watch: (Place) throws(SystemError) -> Void) -> (isComplete: Bool, error: SystemError?) {
        var isComplete = true
        var failure: SystemError?
        for place in places {
            do throws(SystemError) {
                try watch(place)
            } catch {
                if error.isAbsence {
                    isComplete = false
                } else if place.interest.isRequired || !error.isDenial {
                    failure = failure ?? error
                }
            }
        }
        return (isComplete, failure)
    }
}

/// A file system whose answers are remembered, because many paths have the same folders.
private struct PathLookups {
    let fileSystem: any PathLookup
    private var statuses: [String: Result<FileStatus, SystemError>] = [:]
    private var targets: [String: Result<String, SystemError>] = [:]

    init(fileSystem: any PathLookup) { self.fileSystem = fileSystem }

    mutating func status(ofPath path: String) throws(SystemError) -> FileStatus {
        if let known = statuses[path] { return try known.get() }
        let result = Result { () throws(SystemError) in try fileSystem.status(ofPath: path) }
        statuses[path] = result
        return try result.get()
    }

    mutating func target(ofLink path: String) throws(SystemError) -> String {
        if let known = targets[path] { return try known.get() }
        let result = Result { () throws(SystemError) in try fileSystem.target(ofLink: path) }
        targets[path] = result
        return try result.get()
    }
}
