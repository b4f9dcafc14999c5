#if os(macOS) || os(Linux)
import Foundation
import TestSupport
import Testing
import ToggleManifest

/// Compiles the generated source of unusual manifests.
struct RandomManifestTests {
    /// The compiler options of a module, and the access level of its code.
    struct Settings {
        let access: Manifest.Access
        let options: [String]
    }

    static let settings = [
        Settings(access: .internal, options: ["-swift-version", "6"] + features),
        Settings(access: .package, options: ["-swift-version", "6", "-package-name", "shop"] + features),
        Settings(access: .public, options: ["-swift-version", "5"]),
    ]

    private static let features = [
        "ExistentialAny", "MemberImportVisibility", "InternalImportsByDefault", "NonisolatedNonsendingByDefault",
    ].flatMap { ["-enable-upcoming-feature", $0] }

    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    /// The manifests, every third of which is compiled with the same settings.
    ///
    /// `TOGGLES_RANDOM_MANIFESTS` and `TOGGLES_RANDOM_SEED` select others than in CI, as
    /// `Tests/GeneratorFuzzing/run.sh` does.
    private static let manifests = Result {
        let environment = ProcessInfo.processInfo.environment
        let count = environment["TOGGLES_RANDOM_MANIFESTS"].flatMap(Int.init) ?? 500
        let seed = environment["TOGGLES_RANDOM_SEED"].flatMap(UInt64.init) ?? 31
        var manifests = RandomManifests(seed: seed, names: try NamePool())
        let texts = (0..<count).map { manifests.next(access: settings[$0 % settings.count].access) }
        return (texts: texts, accepted: manifests.accepted, tried: manifests.tried, seed: seed)
    }

    @Test(arguments: settings.indices)
    func acceptedManifestsCompileWithoutWarnings(_ module: Int) throws {
        let manifests = try Self.manifests.get()
        #expect(manifests.accepted * 10 > manifests.tried * 8, "the parser rejects too many toggles")
        var files: [String] = []
        for (index, text) in manifests.texts.enumerated() where index % Self.settings.count == module {
            let outcome = GeneratorPipeline.run(manifest: Array(text.utf8), path: "\(index).yaml")
            let source = try #require(outcome.source, "\(outcome.diagnostics)\n\(text)")
            files.append(try folder.write(source.text, to: "M\(index).swift"))
            let manifest = try #require(Manifest.parse(text, path: "").manifest)
            files.append(try folder.write(Self.uses(of: manifest, index), to: "Uses\(index).swift"))
        }
        let output = try typeCheck(files, Self.settings[module].options)
        #expect(output.isEmpty, "seed \(manifests.seed):\n\(Self.summary(of: output))")
    }

    /// Returns code that uses every key and switches over the values of each enum.
    private static func uses(of manifest: Manifest, _ index: Int) -> String {
        var text = "import FeatureToggles\n\nenum Uses\(index) {\n"
        for toggle in manifest.toggles {
            let type = "\(manifest.namespace).\(toggle.typeName)"
            let values = ["bool": "Bool", "int": "Int", "double": "Double", "string": "String", "json": "JSONValue"]
            var isObject: Bool {
                if case .object(let object) = toggle.defaultValue { !object.members.isEmpty } else { false }
            }
            let key =
                switch toggle.category {
                case .release: "ReleaseToggle"
                case .permission: "PermissionToggle"
                case .migration: "MigrationToggle"
                case .experiment: "ExperimentToggle<\(type)>"
                case .ops: "OpsToggle<\(isObject ? type : values[toggle.type.name] ?? type)>"
                }
            text += "    static var \(toggle.swiftName)Key: \(key) { .\(toggle.swiftName) }\n"
            let names = toggle.category == .migration ? [] : toggle.variantNames
            if !names.isEmpty {
                text +=
                    "    static func \(toggle.swiftName)Text(_ value: \(type)) -> String {\n        switch value {\n"
                text += names.map { "        case .`\($0.swiftName)`: value.rawValue\n" }.joined()
                text += "        }\n    }\n"
            }
        }
        return text + "}\n"
    }

    /// Returns the output of the compiler for the files of a module.
    private func typeCheck(_ files: [String], _ options: [String]) throws -> String {
        let list = try folder.write(files.joined(separator: "\n"), to: "files.txt")
        let sources = URL(filePath: #filePath).appending(path: "../../../../../Sources").standardizedFileURL
        let process = Process()
        let pipe = Pipe()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments =
            [
                "swiftc", "-typecheck", "-wmo", "-warnings-as-errors", "-diagnostic-style", "llvm", "-module-name",
                "Shop",
                "-I", try Self.modules().path(percentEncoded: false),
                "-I", sources.appending(path: "Ground/CToggleAtomics/include").path(percentEncoded: false), "@" + list,
            ] + options
        process.standardError = pipe
        process.standardOutput = pipe
        try process.run()
        let output = try pipe.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        let text = String(decoding: output, as: UTF8.self)
        return process.terminationStatus == 0 || !text.isEmpty ? text : "status \(process.terminationStatus)"
    }

    /// Returns the folder of the built modules, next to the test bundle.
    private static func modules() throws -> URL {
        let products = try BuiltProgram.url("toggles-generate").deletingLastPathComponent()
        return products.appending(path: "Modules")
    }

    /// Returns the first lines of the compiler's output, and the last ones, which contain the location of a crash.
    private static func summary(of output: String) -> String {
        let lines = output.split(separator: "\n", omittingEmptySubsequences: false)
        return lines.count <= 120
            ? output : (lines.prefix(100) + ["…"] + lines.suffix(20)).joined(separator: "\n")
    }
}
#endif
