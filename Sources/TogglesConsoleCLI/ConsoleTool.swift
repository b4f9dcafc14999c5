import CNCurses
import FeatureToggles
import ToggleCompanions
import ToggleConsole
import ToggleConsoleTool
import ToggleManifestCache

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The implementation of `toggles console` for local files with a compiled manifest.
///
/// It avoids everything that is slow to load. Other requests, and failures, are passed back to `toggles`.
@main
enum ConsoleTool {
    static func main() {
        // There are many large arrays before the first screen, and again when a filter is typed.
        cn_return_large_memory()
        let words = Array(CommandLine.arguments.dropFirst())
        let wasCompiled = ConsoleHandover.takeRequest() == .showCompiled
        var request = ConsoleHandover.Request.doAll
        #if OVERRIDES
        if let arguments = ConsoleArguments(words), arguments.areLocal {
            switch run(arguments) {
            case .done: return
            case .notCompiled: request = wasCompiled ? .doAll : .compile
            case .failed: break
            }
        }
        #endif
        let reason = ConsoleHandover.giveBack(words, for: request)
        _ = FileWriting.write(Array("toggles-console cannot show this: \(reason.printable).\n".utf8), to: STDERR_FILENO)
        exit(2)
    }

    #if OVERRIDES
    /// The outcome of showing the console.
    private enum Outcome {
        /// The console ended normally.
        case done
        /// The manifest is not compiled, or has changed since.
        case notCompiled
        /// A failure, which `toggles` will report.
        case failed
    }

    /// Shows the console.
    private static func run(_ arguments: ConsoleArguments) -> Outcome {
        guard let manifest = arguments.manifest.map({ ManifestFile(path: $0) }) ?? ManifestFile.find(),
            let content = try? manifest.content()
        else { return .failed }
        let environment = ProcessEnvironment.current
        let cache = ManifestCache(environment: environment, tool: ToolVersion.current)
        guard let registry = cache.registry(of: content.digest, size: content.size, path: manifest.path) else {
            return .notCompiled
        }
        let defaults =
            arguments.defaults
            ?? LocalDefaultsFile.defaultPath(
                application: registry.application ?? registry.namespace,
                environment: environment
            )
        let makeClient = { @Sendable (registry: ToggleRegistry) -> ToggleClient in
            ToggleClient(
                registries: [registry],
                overrides: OverrideSources(environment: environment, localDefaultsPath: defaults),
                context: EvaluationContext()
            )
        }
        let backend = ConsoleBackend(makeClient(registry))
        let follower = ManifestFollower(manifest, content: content.digest, backend: backend) { manifest in
            compiled(manifest, cache)
        } makeClient: { registry throws(CompanionFailure) in
            makeClient(registry)
        }
        ToggleConsole.endQuietlyOnQuit()
        do throws(ConsoleError) {
            try ToggleConsole.run(backend, options: arguments.options, programOptions: arguments.words)
        } catch {
            return .failed
        }
        // Exit without deallocating, because the system reclaims everything faster.
        withExtendedLifetime(follower) { exit(0) }
    }

    /// Returns the current toggles of a manifest, which `toggles` reads and compiles.
    private static func compiled(
        _ manifest: ManifestFile,
        _ cache: ManifestCache
    ) -> Result<ToggleRegistry, CompanionFailure> {
        guard let content = try? manifest.content() else {
            return .failure(CompanionFailure("\(manifest.path) cannot be read"))
        }
        if let registry = cache.registry(of: content.digest, size: content.size, path: manifest.path) {
            return .success(registry)
        }
        guard let tool = Companion.path(of: "toggles") else {
            return .failure(CompanionFailure("toggles, which reads the manifest, is not found any more"))
        }
        do {
            let compiler = ChildProcess(tool, ["console", "--compile", "--manifest", manifest.path])
            let (ending, _, complaint) = try compiler.output(limit: 1 << 16)
            if ending == .exited(0), let content = try? manifest.content(),
                let registry = cache.registry(of: content.digest, size: content.size, path: manifest.path)
            {
                return .success(registry)
            }
            let lines = complaint.split(separator: "\n").map(String.init)
            let errors = lines.filter { $0.contains(bytesOf: ": error: ") }
            return .failure(
                CompanionFailure(errors: errors.isEmpty ? Array(lines.prefix(1)) : errors)
                    ?? CompanionFailure("\(manifest.path) cannot be compiled")
            )
        } catch {
            return .failure(CompanionFailure("\(tool) cannot be run: \(error.reason)"))
        }
    }
    #endif
}
