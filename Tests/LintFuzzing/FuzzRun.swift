import TestSupport
import ToggleBase
import ToggleLint
import ToggleManifest
import ToggleSyntax

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// A run with its random state and its results so far.
struct FuzzRun {
    private var random: SeededRandom
    private let sources: [String]
    private let statePath: String
    private let scanner: SourceScanner
    private let manifest: Manifest
    private var scans = 0
    private var scannedBytes = 0
    private var uses = 0
    private var conditions = 0
    private var suppressions = 0
    private var unparsed = 0
    private var settings = 0
    private var accepted = 0
    private var lints = 0

    init(seed: UInt64, sources: [String], statePath: String) {
        random = SeededRandom(seed: seed)
        self.sources = sources
        self.statePath = statePath
        guard let manifest = Manifest.parse(Samples.manifest, path: "toggles.yaml").manifest else {
            preconditionFailure("The sample is a manifest.")
        }
        self.manifest = manifest
        let (configuration, _) = LintConfiguration.read(manifest.lint, path: "toggles.yaml")
        scanner = SourceScanner(manifest: manifest, configuration: configuration)
    }

    /// Whether the run read every kind of input and found everything that it checks.
    var hasReachedEverything: Bool {
        [scans, scannedBytes, uses, conditions, suppressions, unparsed, settings, lints].allSatisfy { $0 > 0 }
    }

    /// A summary of the run.
    var summary: String {
        """
        \(scans) sources with \(scannedBytes >> 20) MB: \(uses) uses, \(conditions) conditions, \
        \(suppressions) suppressions, \(unparsed) that do not parse
        \(settings) settings, of which \(accepted) without mistakes; \(lints) projects linted
        """
    }

    /// Reads one damaged input.
    mutating func step() throws {
        if random.below(3) == 0 { try readSettings() } else { try scanSource() }
    }

    // MARK: - Sources

    private mutating func scanSource() throws {
        let path = sources[random.below(sources.count)]
        guard let original = try? FileReading.bytes(path: path, limit: 1 << 18) else { return }
        var bytes = original
        // Files without the name of a toggle would not be parsed.
        for _ in 0...random.below(6) { insert(Samples.code[random.below(Samples.code.count)], into: &bytes) }
        var donor: [UInt8] = []
        if random.below(2) == 0 {
            donor = (try? FileReading.bytes(path: sources[random.below(sources.count)], limit: 1 << 18)) ?? []
        }
        damage(&bytes, with: donor, Samples.pieces)
        try keep(bytes)
        let facts = scanner.facts(of: [("Sources/\(scans % 2 == 0 ? "App" : "AppTests").swift", bytes)])
        scans += 1
        scannedBytes += bytes.count
        uses += facts.uses.count
        conditions += facts.uses.count { $0.condition != nil }
        suppressions += facts.suppressions.count
        unparsed += facts.unparsed.count
        for use in facts.uses { check(use.range, bytes) }
        for suppression in facts.suppressions { check(suppression.range, bytes) }
        for problem in facts.unparsed { check(problem.range, bytes) }
        guard scans.isMultiple(of: 4), let today = CalendarDate("2026-11-21") else { return }
        let (configuration, _) = LintConfiguration.read(manifest.lint, path: "toggles.yaml")
        var project = LintProject(
            manifestFiles: [("toggles.yaml", manifest)],
            configuration: configuration,
            today: today
        )
        project.sources = facts
        lints += 1
        let lintFacts = LintFacts(project)
        for finding in Rules.all.flatMap({ $0.findings(in: lintFacts) }) where finding.message.isEmpty {
            preconditionFailure("\(finding.rule) says nothing.")
        }
    }

    private func check(_ range: SourceRange, _ bytes: [UInt8]) {
        precondition(range.start.offset <= range.end.offset && range.end.offset <= bytes.count, "\(range) is nowhere.")
        precondition(range.start.line >= 1 && range.start.column >= 1, "\(range) is nowhere.")
    }

    // MARK: - Settings

    private mutating func readSettings() throws {
        var bytes = Array(Samples.manifest.utf8)
        // The fuzzing of the manifest's reader covers the text before the section.
        let start = Samples.manifest.utf8.count - Samples.settings.utf8.count
        var section = Array(bytes[start...])
        damage(&section, with: Array(Samples.settings.utf8), Samples.yaml)
        bytes.replaceSubrange(start..., with: section)
        try keep(bytes)
        let result = Manifest.parse(bytes, path: "toggles.yaml")
        settings += 1
        guard let manifest = result.manifest else {
            precondition(!result.diagnostics.isEmpty, "A manifest is refused without a reason.")
            return
        }
        let (configuration, problems) = LintConfiguration.read(manifest.lint, path: "toggles.yaml")
        for problem in problems {
            check(problem.range, bytes)
            precondition(!result.rendering(of: problem).isEmpty, "A problem is not shown.")
        }
        accepted += problems.isEmpty ? 1 : 0
        _ = SourceScanner(manifest: manifest, configuration: configuration)
            .facts(of: [("Sources/App.swift", Array(Samples.source.utf8))])
    }

    // MARK: - Damage

    private mutating func damage(_ bytes: inout [UInt8], with donor: [UInt8], _ pieces: [String]) {
        if random.below(4) == 0 { bytes.removeLast(random.below(bytes.count + 1)) }
        for _ in 0..<random.below(6) where !bytes.isEmpty {
            let place = random.below(bytes.count)
            switch random.below(6) {
            case 0: bytes[place] ^= UInt8(1 << random.below(8))
            case 1: bytes[place] = UInt8(random.below(256))
            case 2: bytes.removeSubrange(place..<min(bytes.count, place + 1 + random.below(40)))
            case 3: insert(pieces[random.below(pieces.count)], into: &bytes)
            case 4:
                // Copies a part of the same text to another place.
                let end = min(bytes.count, place + random.below(400))
                bytes.insert(contentsOf: Array(bytes[place..<end]), at: random.below(bytes.count))
            default:
                guard !donor.isEmpty else { continue }
                let start = random.below(donor.count)
                let end = min(donor.count, start + random.below(2_000))
                bytes.replaceSubrange(place..<min(bytes.count, place + random.below(400)), with: donor[start..<end])
            }
        }
        if random.below(200) == 0 {
            let piece = Array(pieces[random.below(pieces.count)].utf8)
            let place = random.below(bytes.count + 1)
            bytes.insert(contentsOf: (0..<(1 + random.below(3_000))).flatMap { _ in piece }, at: place)
        }
    }

    private mutating func insert(_ text: String, into bytes: inout [UInt8]) {
        // Mostly at the beginning of a line, where it is most likely parsed as code.
        var place = random.below(bytes.count + 1)
        if random.below(4) > 0 { while place > 0, bytes[place - 1] != 0x0A { place -= 1 } }
        bytes.insert(contentsOf: Array(text.utf8), at: place)
    }

    /// Writes the next input to a file, to keep it after a trap.
    private func keep(_ bytes: [UInt8]) throws {
        // Doesn't wait for the disk, unlike for important files.
        let descriptor = open(statePath, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else { throw Failure(path: statePath, number: errno) }
        defer { close(descriptor) }
        if let error = FileWriting.write(bytes, to: descriptor) { throw Failure(path: statePath, number: error.code) }
    }

    private struct Failure: Error, CustomStringConvertible {
        let path: String
        let number: Int32

        var description: String { "‘\(path)’ cannot be written: \(String(cString: strerror(number)))" }
    }
}

extension SeededRandom {
    /// Returns a random number from 0 up to but not including a limit.
    fileprivate mutating func below(_ limit: Int) -> Int { Int(next() % UInt64(max(1, limit))) }
}
