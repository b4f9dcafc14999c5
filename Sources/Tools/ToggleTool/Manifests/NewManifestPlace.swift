import ToggleBase
import ToggleManifest

/// The project in which `toggles init` writes a manifest.
package struct NewManifestPlace {
    /// The folder of the new manifest.
    private let folder: String
    /// The other manifests of the project; `nil` for those that have errors.
    private let manifests: [Manifest?]
    /// The applications that the other manifests of the project name; `nil` for those that name none or have errors.
    private var applications: [String?] { manifests.map { $0?.application } }

    /// Searches the project for other manifests.
    ///
    /// - Parameter output: The file to write; `-` is standard output.
    package init(output: String) {
        folder = PathText.resolved(output == "-" ? "." : PathText.folder(of: output))
        let new = output == "-" ? nil : PathText.joined(folder, PathText.name(of: output))
        manifests = ManifestSearch(from: folder).files
            .filter { PathText.resolved($0.path) != new }
            .map { file in
                (try? FileReading.bytes(path: file.path, limit: ManifestFile.maximumSize)).flatMap {
                    Manifest.parse($0, path: file.path).manifest
                }
            }
    }

    /// Returns a namespace that no other manifest has.
    ///
    /// - Parameter planned: The namespaces of manifests that are yet to be written.
    /// - Returns: The namespace.
    package func namespace(besides planned: Set<String> = []) -> String {
        let taken = Set(manifests.compactMap { $0?.namespace }).union(planned)
        return Manifest.starterNamespace(folder: PathText.name(of: folder), besides: taken)
    }

    /// Returns the keys that the other manifests of an application declare.
    ///
    /// - Parameter application: The application; a manifest without a name can belong to any.
    /// - Returns: The keys.
    func keys(of application: String?) -> Set<String> {
        let others = manifests.compactMap { $0 }.filter { other in
            application == nil || other.application == nil || other.application == application
        }
        return Set(others.flatMap { $0.toggles.map(\.key) })
    }

    /// The application that the other manifests belong to, if there is just one.
    package var application: String? {
        let names = Set(applications.compactMap { $0 })
        return names.count == 1 ? names.first : nil
    }

    /// Says which application the manifest belongs to if the project's other manifests determine it.
    package func printApplication() {
        guard let application else { return }
        ToolOutput.printError("The application is ‘\(application)’, as in the other manifests of this project.")
    }

    /// Whether the project has other manifests.
    package var hasManifests: Bool { !manifests.isEmpty }

    /// Whether there are other manifests, none of which names its application, so that a new name would apply to all.
    var hasOnlyNamelessManifests: Bool { !applications.isEmpty && applications.allSatisfy { $0 == nil } }

    /// The module whose folder is that of the new manifest, and the access level with which others that import it can
    /// name its registry: `public` if other packages and apps import it; `nil` for an app, which nothing imports.
    package var module: (name: String, access: Manifest.Access)? {
        guard let (root, path) = enclosingPackage else { return moduleOfXcodeProject }
        guard path.count == 2, path[0] != "Tests" else { return nil }
        let text = Self.description(in: root).filter { !$0.isWhitespace }
        let name = "\"\(path[1])\""
        func isIn(_ call: String, upTo end: Character) -> Bool {
            text.split(separator: call, omittingEmptySubsequences: false).dropFirst()
                .contains { $0.prefix { $0 != end }.contains(name) }
        }
        if isIn(".executableTarget(", upTo: ",") { return nil }
        return (path[1], isIn(".library(", upTo: ")") ? .public : .package)
    }

    private static func description(in folder: String) -> String {
        let bytes = try? FileReading.bytes(path: PathText.joined(folder, "Package.swift"), limit: 1 << 24)
        return String(decoding: bytes ?? [], as: UTF8.self)
    }

    /// The path from the folder of the new manifest to that of its package, such as `../../`; empty for the same folder,
    /// and `nil` in an Xcode project.
    var packagePath: String? {
        enclosingPackage.map { String(repeating: "../", count: $0.path.count) } ?? (xcodeProject == nil ? "" : nil)
    }

    /// The folder of the innermost package, and the path from there to the new manifest; `nil` outside of packages.
    private var enclosingPackage: (folder: String, path: [String])? {
        let folders = PathText.components(folder)
        for count in stride(from: folders.count, through: 0, by: -1) {
            let root = "/" + folders.prefix(count).joined(separator: "/")
            if FileReading.exists(PathText.joined(root, "Package.swift")) {
                return (root, Array(folders.dropFirst(count)))
            }
        }
        return nil
    }

    /// Returns what the build needs to generate keys, with exactly the lines that are missing.
    ///
    /// - Parameter files: The absolute paths of code whose targets get the keys; empty for those that read toggles.
    /// - Returns: The file that lacks the lines, and the lines, each with its place; `nil` if none is missing.
    package func missingSetup(ofTargetsWith files: [String] = []) -> (file: String, lines: [String])? {
        guard let (root, path) = enclosingPackage else { return missingInXcode(files) }
        let text = Self.description(in: root)
        let target = path.count == 2 ? "the target \(path[1])" : Self.targets(of: files, root, text)
        let outdated = Self.outdatedPlatforms(in: text)
        let missing = [
            (outdated.isEmpty, "platforms of the package", outdated.joined(separator: ", ")),
            (
                text.contains(".package(") && text.contains("/swift-feature-toggles"), "dependencies of the package",
                #".package(url: "…/swift-feature-toggles", from: "\#(ToolVersion.current)")"#
            ),
            (
                text.contains("\"FeatureToggles\""), "dependencies of \(target)",
                #".product(name: "FeatureToggles", package: "swift-feature-toggles")"#
            ),
            (
                text.contains("\"GenerateToggles\""), "plugins of \(target)",
                #".plugin(name: "GenerateToggles", package: "swift-feature-toggles")"#
            ),
        ].filter { !$0.0 }
        guard !missing.isEmpty else { return nil }
        let file = PathText.relative(PathText.joined(root, "Package.swift"), to: PathText.resolved("."))
        return (file, missing.map { "\($0.1): \($0.2)" })
    }

    /// The innermost Xcode project in the folder or one above it: its folder, its name, and its description.
    private var xcodeProject: (folder: String, name: String, text: String)? {
        let folders = PathText.components(folder)
        for count in stride(from: folders.count, through: 1, by: -1) {
            let root = "/" + folders.prefix(count).joined(separator: "/")
            let names = (try? POSIXFileSystem().names(inFolder: root)) ?? []
            guard let project = names.first(where: { $0.hasSuffix(".xcodeproj") }) else {
                if names.contains(".git") { return nil }
                continue
            }
            let file = PathText.joined(PathText.joined(root, project), "project.pbxproj")
            let bytes = try? FileReading.bytes(path: file, limit: 1 << 28)
            return (root, project, String(decoding: bytes ?? [], as: UTF8.self))
        }
        return nil
    }

    /// The same for a framework or a library of an Xcode project.
    ///
    /// A manifest next to the project file belongs to the only target, apart from tests.
    private var moduleOfXcodeProject: (name: String, access: Manifest.Access)? {
        guard let (root, _, text) = xcodeProject else { return nil }
        let targets = Self.nativeTargets(in: text)
        let folderName = PathText.name(of: folder)
        guard let target = targets.first(where: { folder == root ? targets.count == 1 : $0.name == folderName }),
            [".framework", ".library"].contains(where: target.type.contains)
        else { return nil }
        return (String(target.name.map { $0.isLetter || $0.isNumber ? $0 : "_" }), .public)
    }

    /// The targets of an Xcode project with their types, apart from tests.
    private static func nativeTargets(in text: String) -> [(name: String, type: String)] {
        text.split(separator: "isa = PBXNativeTarget;").dropFirst().compactMap { part in
            let fields = part.split(whereSeparator: \.isNewline).map { $0.drop(while: \.isWhitespace) }
                .prefix { !$0.hasPrefix("}") }
            func value(_ name: String) -> String? {
                fields.first { $0.hasPrefix("\(name) = ") }.map { line in
                    line.dropFirst(name.count + 3).filter { $0 != "\"" && $0 != ";" }
                }
            }
            return value("name").map { (name: $0, type: value("productType") ?? "") }
        }.filter { !$0.type.contains(".bundle.") }
    }

    /// Names targets, such as ‘the targets A and B’; `nil` if there are none.
    private static func phrase(of targets: [String]) -> String? {
        guard let last = targets.last else { return nil }
        let others = targets.dropLast()
        return others.isEmpty ? "the target \(last)" : "the targets \(others.joined(separator: ", ")) and \(last)"
    }

    /// Names the targets of a package that need the product and the plugin: the only one, those with some files, or those
    /// with reads.
    private static func targets(of files: [String], _ root: String, _ text: String) -> String {
        var names: [String] = []
        for file in files where file.hasPrefix(root + "/") {
            let path = PathText.components(String(file.dropFirst(root.count + 1)))
            if path.count > 2, sourceFolders.contains(path[0]), !names.contains(path[1]) { names.append(path[1]) }
        }
        if let phrase = phrase(of: names) { return phrase }
        let calls = [".target(", ".executableTarget(", ".macro("].map { text.ranges(of: $0).count }
        return calls.reduce(0, +) > 1 ? "each target that reads toggles" : "the target"
    }

    private static let sourceFolders = ["Sources", "Source", "src", "srcs"]

    /// Returns the platforms that a package names in versions that are too old, in the versions to write instead.
    private static func outdatedPlatforms(in text: String) -> [String] {
        [("iOS", 16), ("macOS", 13), ("tvOS", 16), ("watchOS", 9)].compactMap { name, least in
            let version = text.firstRange(of: ".\(name)(.v").map { text[$0.upperBound...].prefix(while: \.isNumber) }
            return version.flatMap { Int($0) }.flatMap { $0 < least ? ".\(name)(.v\(least))" : nil }
        }
    }

    /// Whether the app with the manifest runs in simulators of iOS; `nil` if it can run on the Mac, too.
    var isForSimulators: Bool? {
        if let (root, _) = enclosingPackage {
            let text = Self.description(in: root)
            return text.contains(".iOS(") ? (text.contains(".macOS(") ? nil : true) : false
        }
        guard let text = xcodeProject?.text else { return false }
        return text.contains("IPHONEOS_DEPLOYMENT_TARGET") || text.contains("iphoneos")
    }

    /// The same for the Xcode project.
    private func missingInXcode(_ files: [String]) -> (file: String, lines: [String])? {
        guard let (root, project, text) = xcodeProject else { return nil }
        // By convention, the code of a target is in the folder with its name.
        let named = Self.nativeTargets(in: text).map(\.name).filter { name in
            files.contains { $0.hasPrefix("\(root)/\(name)/") }
        }
        let target = Self.phrase(of: named) ?? "the target"
        var steps: [String] = []
        if !text.contains("swift-feature-toggles") {
            steps.append("File › Add Package Dependencies…: the URL of swift-feature-toggles")
        }
        if !text.contains("productName = FeatureToggles;") {
            steps.append("Frameworks and Libraries of \(target): FeatureToggles")
        }
        if !text.contains("GenerateToggles") {
            steps.append("Build Phases of \(target), Run Build Tool Plug-ins: GenerateToggles")
        }
        return steps.isEmpty ? nil : (project, steps)
    }

    /// Checks that a build finds the manifest: in the folder of the package, or in that of a target.
    ///
    /// - Throws: ``ToolError`` with the right folders.
    func requireTarget() throws(ToolError) {
        guard let (root, path) = enclosingPackage else { return try requireProject() }
        guard !path.isEmpty else { return }
        let isInSources = (Self.sourceFolders + ["Tests"]).contains(path[0])
        if isInSources, path.count == 2 { return }
        // A target with a path of its own.
        let text = Self.description(in: root)
        if text.contains("\"\(path.joined(separator: "/"))\"") { return }
        let target = PathText.joined(root, path.prefix(2).joined(separator: "/"))
        let places = isInSources && path.count > 2 ? [target, root] : [root]
        throw notRead("and in that of the package", places)
    }

    /// Checks that the folder isn't one between an Xcode project and its packages, which belongs to no target.
    private func requireProject() throws(ToolError) {
        guard let (root, _, text) = xcodeProject, root != folder, !text.contains("name = \(PathText.name(of: folder));")
        else { return }
        let names = ((try? POSIXFileSystem().names(inFolder: folder)) ?? []).sorted()
        let packages = names.map { PathText.joined(folder, $0) }
            .filter { FileReading.exists(PathText.joined($0, "Package.swift")) }
        guard !packages.isEmpty else { return }
        throw notRead("in that of the project, and in that of a package", [root] + packages.prefix(2))
    }

    /// Returns the error about a folder that no build reads, with folders that are read.
    private func notRead(_ others: String, _ places: [String]) -> ToolError {
        let files = places.map { PathText.joined($0, ManifestFile.name) }
        var choices = files.filter { FileReading.exists($0) }.map { file in
            "\(PathText.relative(file, to: folder)) exists already, and `toggles add` adds toggles to it"
        }
        let new = files.filter { !FileReading.exists($0) }.map { PathText.relative($0, to: folder) }
        if !new.isEmpty {
            choices.append("to write one that is read, pass \(new.joined(separator: " or ")) to --output")
        }
        return .usage(
            """
            A manifest in this folder is not read: a build looks in the folder of the target, \(others). \
            \(choices.joined(separator: "; ").sentence)
            """
        )
    }
}
