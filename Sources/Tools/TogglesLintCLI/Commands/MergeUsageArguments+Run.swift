import ArgumentParser
import FeatureTogglesUsage
import ToggleBase
import ToggleLint
import ToggleManifest
import ToggleTool

/// Runs the command `toggles usage merge`.
extension MergeUsageArguments: RunnableArguments {
    package func run() throws {
        let environment = ProcessEnvironment.current
        let manifests = try ProjectManifests(options)
        var counter = UsageCounter(layouts: try layouts(manifests, environment))
        var known: Set<String> = []
        for log in logs {
            guard known.insert(log == "-" ? log : PathText.resolved(log)).inserted else {
                throw ToolError.usage("The log ‘\(log)’ is named twice; its messages would count twice.")
            }
            try read(log, environment) { counter.take($0) }
        }
        let text = JSONWriter(.pretty).text(counter.usage.json) + "\n"
        if output == "-" {
            ToolOutput.write(document: text.utf8)
        } else {
            try ToolFiles.write(Array(text.utf8), to: output)
        }
        print(counter)
        if counter.messages == 0 { throw ToolError.findings }
    }

    /// The maximum number of unknown versions that are named: anyone can send messages of made-up versions.
    private static let unknownVersionLimit = 20

    /// Describes what was counted on standard error.
    private func print(_ counter: UsageCounter) {
        var parts = ["\(counter.messages.counted("message")) counted"]
        if counter.droppedCount > 0 {
            parts.append(
                "\(counter.droppedCount.counted("day")) of a version with fewer than \(FieldUsage.minimum) installations left out"
            )
        }
        if counter.damaged > 0 { parts.append("\(counter.damaged.counted("damaged message"))") }
        if counter.others > 0 { parts.append("\(counter.others.counted("line")) without a message") }
        ToolOutput.printError("\(parts.joined(separator: ", ")).")
        let unknown = counter.unknown.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
        for (version, count) in unknown.prefix(Self.unknownVersionLimit) {
            ToolOutput.printError(
                """
                \(count.counted("message")) of version \(version) \(count == 1 ? "isn't" : "aren't") counted, because no manifest here \
                or at a tag declares its toggles; --manifest names manifests, and --tags the form of the tags.
                """
            )
        }
        let rest = unknown.dropFirst(Self.unknownVersionLimit)
        if !rest.isEmpty {
            let count = rest.reduce(0) { $0 + $1.value }
            ToolOutput.printError(
                "\(count.counted("message")) of \(rest.count.counted("other version")) \(count == 1 ? "isn't" : "aren't") counted either."
            )
        }
    }

    // MARK: - Manifests

    /// Returns the orders of toggles in messages: those of the manifests here, and of those at the tags of releases.
    private func layouts(_ manifests: ProjectManifests, _ environment: [String: String]) throws -> [UsageLayout] {
        func layout(_ toggles: [ToggleDeclaration]) -> UsageLayout {
            UsageLayout(toggles.map { ($0.key, $0.category, $0.type) })
        }
        var layouts = [layout(manifests.files.flatMap(\.manifest.toggles))]
        layouts += manifests.files.map { layout($0.manifest.toggles) }
        guard let repository = try? GitRepository(at: manifests.folder.root, environment: environment) else {
            return layouts
        }
        let configured = manifests.configuration.releases.tags.flatMap { ReleasePattern($0) }
        let pattern = releases.tags ?? configured ?? .usual
        // Without tags, the messages are those of this checkout.
        guard let tags = try? repository.tags(), tags.contains(where: { pattern.version(of: $0.name) != nil }) else {
            return layouts
        }
        let reading = try ReleaseReading(
            repository,
            manifests: ReleaseManifests(manifests.files, others: manifests.others),
            pattern: pattern,
            support: nil
        )
        var known = Set(layouts.map(\.digest))
        for version in reading.timeline.versions.indices {
            let next = layout(reading.toggles.toggles(of: version))
            if known.insert(next.digest).inserted { layouts.append(next) }
        }
        return layouts
    }

    // MARK: - Logs

    /// Calls a closure with each line of a log; `-` is standard input.
    private func read(_ path: String, _ environment: [String: String], _ body: (ArraySlice<UInt8>) -> Void) throws {
        var lines = LogLines()
        defer { lines.end(body) }
        guard path.hasSuffix(".gz") else {
            do {
                guard path == "-" else {
                    return try FileReading.parts(path: path, limit: .max) { lines.take($0, body) }
                }
                return try FileReading.parts(of: 0, named: path, limit: .max) { lines.take($0, body) }
            } catch {
                throw ToolError.usage("Cannot read the log ‘\(path)’: \(error.reason).")
            }
        }
        guard FileReading.exists(path) else {
            throw ToolError.usage("Cannot read the log ‘\(path)’: there is no such file.")
        }
        let process = ChildProcess(
            "gzip",
            ["-dc", PathText.absolute(path)],
            environment: environment,
            input: [],
            seconds: 600
        )
        do {
            let (ending, standardError) = try process.run { piece in
                lines.take(piece, body)
                return true
            }
            guard case .exited(0) = ending else {
                throw ToolError.usage(
                    "Cannot read the log ‘\(path)’: \(standardError.split(separator: "\n").first ?? "gzip failed")."
                )
            }
        } catch let error as SystemError {
            throw ToolError.usage("Cannot read the log ‘\(path)’, because gzip cannot be run: \(error.message).")
        }
    }
}
