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
        /// Whether changes of the file would go unnoticed without this place.
        ///
        /// That holds for the folders that have the file, a link to the file, or the first missing component in them. The
        /// folders above only matter when they are moved or replaced, which permissions and sandboxes may hide.
        var isRequired = false

        mutating func formUnion(_ other: Interest) {
            names.formUnion(other.names)
            includesContent = includesContent || other.includesContent
            isFile = isFile || other.isFile
            isRequired = isRequired || other.isRequired
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
    /// A component that the process may not look at is taken for a folder, as long as something follows it: the sandbox of
    /// an app can hide the folders above the app's container.
    ///
    /// - Parameters:
    ///   - path: The path, absolute.
    ///   - fileSystem: Where to look.
    init(_ path: String, in fileSystem: any PathLookup) {
        var rest = Array(PathText.components(path).reversed())
        var folder = "/"
        var links = 0
        // The first component that could not be looked at, and its folder.
        var hidden: (folder: String, name: String)?
        while let name = rest.popLast() {
            if name == ".." {
                folder = PathText.folder(of: folder)
                continue
            }
            let current = PathText.joined(folder, name)
            let kind: FileStatus.Kind
            do throws(SystemError) {
                kind = try fileSystem.status(ofPath: current).kind
            } catch  where error.isDenial && !rest.isEmpty {
                hidden = hidden ?? (folder, name)
                folder = current
                continue
            } catch {
                let interest = Interest(names: [name], includesContent: rest.isEmpty, isRequired: true)
                if !add(folder, interest, fileSystem), let hidden {
                    add(hidden.folder, Interest(names: [hidden.name], isRequired: true), fileSystem)
                }
                return
            }
            switch kind {
            case .link:
                add(folder, Interest(names: [name], isRequired: rest.isEmpty), fileSystem)
                links += 1
                guard links <= 40 else { return }
                do throws(SystemError) {
                    let target = try fileSystem.target(ofLink: current)
                    if target.utf8.first == UInt8(ascii: "/") { folder = "/" }
                    rest.append(contentsOf: PathText.components(target).reversed())
                } catch  where error.isDenial && !rest.isEmpty {
                    folder = current
                } catch {
                    return
                }
            case .folder where !rest.isEmpty:
                folder = current
                add(folder, Interest(), fileSystem)
            case .file, .folder, .other:
                // The last component, or a file where a folder should be.
                add(folder, Interest(names: [name], includesContent: rest.isEmpty, isRequired: true), fileSystem)
                add(current, Interest(isFile: true), fileSystem)
                return
            }
        }
    }

    @discardableResult
    private mutating func add(_ path: String, _ interest: Interest, _ fileSystem: any PathLookup) -> Bool {
        if let index = places.firstIndex(where: { $0.path == path }) {
            places[index].interest.formUnion(interest)
        } else if let status = try? fileSystem.status(ofPath: path) {
            places.append(Place(path: path, identity: status.identity, interest: interest))
        } else {
            return false
        }
        return true
    }

    /// Watches every place.
    ///
    /// A place that may not be watched is no failure unless it is required: a file is noticed by its folder, and the
    /// folders above are only watched for being moved.
    ///
    /// - Parameter watch: Watches one place.
    /// - Returns: Whether everything was still there, and the first failure that leaves something unwatched.
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
