package import ToggleBase
package import ToggleManifest

/// The toggles of released versions, and which of the versions users may still run.
package struct ReleasedToggles: Sendable {
    /// Consecutive versions that declare a toggle in the same way.
    package struct Run: Sendable {
        /// The indices of the versions.
        package var versions: Range<Int>
        /// The declaration.
        package var toggle: ToggleDeclaration

        package init(versions: Range<Int>, toggle: ToggleDeclaration) {
            self.versions = versions
            self.toggle = toggle
        }
    }

    /// The versions that users may run.
    package struct Support: Sendable {
        /// Where that is stated, for sentences: `--supported 2.4`.
        package let source: String
        /// Returns whether users may run a version.
        package let includes: @Sendable (AppVersion) -> Bool

        package init(source: String, includes: @escaping @Sendable (AppVersion) -> Bool) {
            self.source = source
            self.includes = includes
        }

        /// The versions from the oldest supported one.
        package init(from oldest: AppVersion, source: String) {
            self.init(source: source) { $0 >= oldest }
        }
    }

    /// The versions, lowest first.
    package let versions: [ReleaseTimeline.Version]
    /// The versions that users may run; `nil` if that is unknown.
    package let support: Support?
    /// Whether users may run each version; all of them if that is unknown.
    package let isSupported: [Bool]
    /// The declarations of each toggle, oldest first, by key.
    package private(set) var runs: [String: [Run]]
    /// The versions whose code doesn't read a toggle that they declare, by key.
    package var unread: [String: [Range<Int>]] = [:]
    /// The indices of the versions with a manifest that can't be read, so that they may declare anything.
    package var unreadable: [Int] = []
    /// The declarations by the parameter that they read.
    private let keysOfParameters: [String: Set<String>]

    package init(versions: [ReleaseTimeline.Version], runs: [String: [Run]], support: Support?) {
        self.versions = versions
        self.support = support
        self.runs = runs
        isSupported = versions.map { support?.includes($0.number) ?? true }
        var keys: [String: Set<String>] = [:]
        for (key, runs) in runs {
            for run in runs {
                if let parameter = run.toggle.remoteParameter { keys[parameter, default: []].insert(key) }
            }
        }
        keysOfParameters = keys
    }

    /// The parameters that versions declare, sorted.
    package var parameters: [String] { keysOfParameters.keys.sorted() }

    /// The toggles of versions that read no parameter, sorted by key.
    package var keysWithoutParameter: [String] {
        runs.filter { $1.allSatisfy { $0.toggle.remoteParameter == nil } }.keys.sorted()
    }

    /// Returns the declarations that read a parameter, oldest first.
    func runs(of parameter: String) -> [Run] {
        (keysOfParameters[parameter] ?? []).flatMap { key in
            (runs[key] ?? []).filter { $0.toggle.remoteParameter == parameter }
        }
        .sorted { ($0.versions.lowerBound, $0.toggle.key) < ($1.versions.lowerBound, $1.toggle.key) }
    }

    /// Returns the toggles that a version declares.
    package func toggles(of version: Int) -> [ToggleDeclaration] {
        runs.values.compactMap { runs in runs.first { $0.versions.contains(version) }?.toggle }
    }

    /// Returns whether the code of a version may read a toggle that it declares.
    package func isRead(_ key: String, in version: Int) -> Bool {
        !(unread[key] ?? []).contains { $0.contains(version) }
    }

    /// Returns a range of versions for a sentence: `2.1`, `2.1–2.3`.
    package func text(_ versions: some Sequence<Int>) -> String {
        let texts = Self.ranges(of: versions).map { range in
            let (first, last) = (self.versions[range.lowerBound].name, self.versions[range.upperBound - 1].name)
            return first == last ? first : "\(first)–\(last)"
        }
        guard let last = texts.last, texts.count > 1 else { return texts.first ?? "" }
        return texts.dropLast().joined(separator: ", ") + " and " + last
    }

    /// Returns the ranges of consecutive numbers among ascending ones.
    package static func ranges(of numbers: some Sequence<Int>) -> [Range<Int>] {
        var result: [Range<Int>] = []
        for number in numbers {
            if let last = result.last, last.upperBound == number {
                result[result.count - 1] = last.lowerBound..<number + 1
            } else {
                result.append(number..<number + 1)
            }
        }
        return result
    }

    /// The supported versions for a sentence; `nil` if no version is released, or none is supported.
    package var supportedText: String? {
        let supported = versions.indices.filter { isSupported[$0] }
        return supported.isEmpty ? nil : text(supported)
    }
}

extension ReleasedToggles.Run {
    /// Whether two declarations have the same meaning for a document.
    static func isSame(_ left: ToggleDeclaration, _ right: ToggleDeclaration) -> Bool {
        left.category == right.category && left.type == right.type && left.remote == right.remote
            && left.defaultValue == right.defaultValue
    }
}

/// Collects the declarations of one version after the other.
package struct ReleaseCollector {
    /// The declarations of each key by file; the first file counts.
    private var declared: [String: [String: ToggleDeclaration]] = [:]
    private var open: [String: ReleasedToggles.Run] = [:]
    private var closed: [String: [ReleasedToggles.Run]] = [:]
    private var changed: Set<String> = []

    package init() {}

    /// Changes the declaration of a key in a file; `nil` if the file no longer has one.
    package mutating func set(_ toggle: ToggleDeclaration?, key: String, in path: String) {
        declared[key, default: [:]][path] = toggle
        changed.insert(key)
    }

    /// Ends the changes of a version.
    package mutating func finish(_ version: Int) {
        for key in changed {
            let toggle = declared[key]?.min { $0.key < $1.key }?.value
            if let run = open[key] {
                if let toggle, ReleasedToggles.Run.isSame(run.toggle, toggle) { continue }
                close(key, before: version)
            }
            if let toggle { open[key] = ReleasedToggles.Run(versions: version..<version + 1, toggle: toggle) }
        }
        changed = []
    }

    private mutating func close(_ key: String, before version: Int) {
        guard var run = open.removeValue(forKey: key), run.versions.lowerBound < version else { return }
        run.versions = run.versions.lowerBound..<version
        closed[key, default: []].append(run)
    }

    /// Returns the declarations of all versions.
    package mutating func runs(through count: Int) -> [String: [ReleasedToggles.Run]] {
        for key in Array(open.keys) { close(key, before: count) }
        return closed
    }
}
