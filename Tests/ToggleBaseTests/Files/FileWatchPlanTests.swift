import Testing

@testable import ToggleBase

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

struct FileWatchPlanTests {
    /// Files, folders, and links in memory.
    private struct InMemoryPaths: PathLookup {
        private var inodes: [String: UInt64] = ["/": 0]
        private var files: Set<String> = []
        private var links: [String: String] = [:]
        /// The error codes of the calls for some paths.
        var refusals: [String: Int32] = [:]

        mutating func addFolder(_ path: String) {
            var folder = ""
            for component in path.split(separator: "/") {
                folder += "/" + component
                inodes[folder] = inodes[folder] ?? UInt64(inodes.count)
            }
        }

        mutating func addFile(_ path: String) {
            addFolder(path)
            files.insert(path)
        }

        mutating func addLink(_ path: String, to target: String) {
            addFolder(path)
            links[path] = target
        }

        /// Returns a path as the system resolves it, without links except for the last component.
        private func real(_ path: String) -> String {
            links.reduce(path) { path, link in
                guard path.hasPrefix(link.key + "/") else { return path }
                return PathText.joined(PathText.folder(of: link.key), link.value) + path.dropFirst(link.key.count)
            }
        }

        func status(ofPath path: String) throws(SystemError) -> FileStatus {
            let path = real(path)
            if let code = refusals[path] { throw SystemError(code) }
            guard let inode = inodes[path] else { throw SystemError(ENOENT) }
            return FileStatus(
                kind: links[path] != nil ? .link : files.contains(path) ? .file : .folder,
                size: 0,
                mode: 0,
                owner: 0,
                group: 0,
                identity: .init(device: 1, inode: inode)
            )
        }

        func target(ofLink path: String) throws(SystemError) -> String {
            if let code = refusals[real(path)] { throw SystemError(code) }
            guard let target = links[real(path)] else { throw SystemError(EINVAL) }
            return target
        }
    }

    private static let container = "/private/var/mobile/Containers/Data/Application/A1B2"
    private static let path =
        "/var/mobile/Containers/Data/Application/A1B2/Library/Application Support/shop/toggles.json"

    /// Returns the paths of a phone, where `/var` is a link, and the app owns its container but nothing above it.
    private static func phone(_ last: String) -> InMemoryPaths {
        var paths = InMemoryPaths()
        paths.addLink("/var", to: "private/var")
        paths.addFolder(container + "/Library")
        if last.hasSuffix(".json") { paths.addFile(container + last) } else { paths.addFolder(container + last) }
        return paths
    }

    /// Watches a plan as in an app's sandbox, where nothing above the container can be opened.
    private static func watchInSandbox(
        _ plan: FileWatchPlan,
        refusal: Int32
    ) -> (watched: [String], error: SystemError?) {
        var watched: [String] = []
        let outcome = plan.watchPlaces { place throws(SystemError) in
            if !place.path.hasPrefix(container) { throw SystemError(refusal) }
            watched.append(place.path)
        }
        #expect(outcome.isComplete)
        return (watched, outcome.error)
    }

    @Test(arguments: [EPERM, EACCES])
    func followsFileInAppContainer(refusal: Int32) throws {
        let plan = FileWatchPlan([Self.path], in: Self.phone("/Library/Application Support/shop/toggles.json"))
        let (watched, error) = Self.watchInSandbox(plan, refusal: refusal)
        #expect(error == nil)
        let library = Self.container + "/Library"
        #expect(
            watched == [
                Self.container, library, library + "/Application Support", library + "/Application Support/shop",
                library + "/Application Support/shop/toggles.json",
            ]
        )
        let folder = try #require(plan.places.first { $0.path.hasSuffix("/shop") })
        #expect(folder.interest == .init(names: ["toggles.json"], includesContent: true, isRequired: true))
        // The link in the root is still watched if that is allowed.
        #expect(plan.places.first?.path == "/")
        #expect(plan.places.first?.interest == .init(names: ["var"]))
    }

    @Test(arguments: [
        ("/Library", "/Library", "Application Support"),
        ("/Library/Application Support", "/Library/Application Support", "shop"),
        ("/Library/Application Support/shop", "/Library/Application Support/shop", "toggles.json"),
    ])
    func waitsForMissingFoldersInAppContainer(existing: String, folder: String, name: String) throws {
        let plan = FileWatchPlan([Self.path], in: Self.phone(existing))
        let (watched, error) = Self.watchInSandbox(plan, refusal: EPERM)
        #expect(error == nil)
        #expect(watched.last == Self.container + folder)
        #expect(plan.places.last?.interest.names == [name])
        #expect(plan.places.last?.interest.isRequired == true)
    }

    @Test(arguments: [EPERM, EACCES])
    func skipsInaccessibleFolders(refusal: Int32) throws {
        var phone = Self.phone("/Library/Application Support/shop/toggles.json")
        for path in ["/var", "/private", "/private/var", "/private/var/mobile", "/private/var/mobile/Containers"] {
            phone.refusals[path] = refusal
        }
        let plan = FileWatchPlan([Self.path], in: phone)
        var watched: [String] = []
        let outcome = plan.watchPlaces { place throws(SystemError) in watched.append(place.path) }
        #expect(outcome.error == nil)
        #expect(
            watched.last == "/var\(Self.container.dropFirst("/private/var".count))"
                + "/Library/Application Support/shop/toggles.json"
        )
    }

    @Test func treatsUnreadableLinkAsFile() throws {
        struct Unreadable: PathLookup {
            let paths: InMemoryPaths

            func status(ofPath path: String) throws(SystemError) -> FileStatus { try paths.status(ofPath: path) }
            func target(ofLink path: String) throws(SystemError) -> String { throw SystemError(EPERM) }
        }
        let phone = Unreadable(paths: Self.phone("/Library/Application Support/shop/toggles.json"))
        let plan = FileWatchPlan([Self.path], in: phone)
        #expect(plan.places.last?.path == Self.path)
        #expect(plan.places.last?.interest.isFile == true)
    }

    @Test(arguments: [EPERM, EACCES])
    func reportsUnwatchableFolderOfFile(refusal: Int32) throws {
        let plan = FileWatchPlan([Self.path], in: Self.phone("/Library/Application Support/shop/toggles.json"))
        let outcome = plan.watchPlaces { place throws(SystemError) in
            if place.path.hasSuffix("/shop") { throw SystemError(refusal) }
        }
        #expect(outcome.error == SystemError(refusal))
        // If the file can't be opened, its folder reports changes.
        let file = plan.watchPlaces { place throws(SystemError) in
            if place.path.hasSuffix(".json") { throw SystemError(refusal) }
        }
        #expect(file.error == nil)
    }

    @Test func requiresFolderAboveInaccessibleOnes() throws {
        var paths = InMemoryPaths()
        paths.addFile("/secret/inner/file")
        for path in ["/secret/inner", "/secret/inner/file"] { paths.refusals[path] = EACCES }
        let plan = FileWatchPlan(["/secret/inner/file"], in: paths)
        #expect(plan.places.last?.path == "/secret")
        #expect(plan.places.last?.interest == .init(names: ["inner"], isRequired: true))
    }

    @Test func reportsUnwatchableFolderOfLink() throws {
        var paths = InMemoryPaths()
        paths.addLink("/links/file", to: "/files/file")
        paths.addFile("/files/file")
        let plan = FileWatchPlan(["/links/file"], in: paths)
        let outcome = plan.watchPlaces { place throws(SystemError) in
            if place.path == "/links" { throw SystemError(EACCES) }
        }
        #expect(outcome.error == SystemError(EACCES))
    }

    @Test func reportsOtherErrorsOfAnyFolder() throws {
        let plan = FileWatchPlan([Self.path], in: Self.phone("/Library/Application Support/shop/toggles.json"))
        let outcome = plan.watchPlaces { place throws(SystemError) in
            if place.path == "/private" { throw SystemError(EMFILE) }
            if place.path == "/private/var" { throw SystemError(ENOENT) }
        }
        #expect(outcome.error == SystemError(EMFILE))
        #expect(!outcome.isComplete)
    }

    /// Counts the lookups of each path.
    private final class CountingPaths: PathLookup {
        private let paths: InMemoryPaths
        private let lookups = Mutex<[String: Int]>([:])

        init(_ paths: InMemoryPaths) { self.paths = paths }

        var mostLookups: Int { lookups.withLock { $0.values.max() ?? 0 } }
        var lookupCount: Int { lookups.withLock { $0.values.reduce(0, +) } }

        func status(ofPath path: String) throws(SystemError) -> FileStatus {
            lookups.withLock { $0[path, default: 0] += 1 }
            return try paths.status(ofPath: path)
        }

        func target(ofLink path: String) throws(SystemError) -> String { try paths.target(ofLink: path) }
    }

    @Test func sharedFoldersAreLookedUpOnce() {
        var paths = InMemoryPaths()
        let files = (0..<20).map { "/home/ada/project/Sources/Module\($0)/toggles.yaml" }
        for file in files { paths.addFile(file) }
        let counting = CountingPaths(paths)
        let plan = FileWatchPlan(files, in: counting)
        #expect(counting.mostLookups == 1)
        #expect(counting.lookupCount == plan.places.count)
        #expect(plan == FileWatchPlan(files, in: paths))
    }
}
