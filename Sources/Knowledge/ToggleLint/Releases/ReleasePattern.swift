package import ToggleBase

/// The form of the tags that mark releases, such as `v{version}` or `app-store/{version}-{build}`.
///
/// `{version}` is one to eight numbers with a prerelease or a build after it, `{build}` a build number, and `*` any text.
package struct ReleasePattern: Sendable {
    private enum Part: Sendable, Hashable {
        case text([Character])
        case version
        case build
        case anything
    }

    /// The pattern as written; `nil` for the usual forms of tags.
    package let text: String?
    private let parts: [Part]

    /// The usual forms: a version, after nothing or one of a few words.
    package static let usual = ReleasePattern()

    private init() {
        text = nil
        parts = []
    }

    /// Parses a pattern; `nil` unless it contains `{version}` once, `{build}` at most once, and `*` at most twice.
    package init?(_ text: String) {
        var parts: [Part] = []
        var rest = text[...]
        while let character = rest.first {
            if rest.hasPrefix("{version}") {
                parts.append(.version)
                rest = rest.dropFirst("{version}".count)
            } else if rest.hasPrefix("{build}") {
                parts.append(.build)
                rest = rest.dropFirst("{build}".count)
            } else {
                rest = rest.dropFirst()
                if character == "*" {
                    parts.append(.anything)
                } else if case .text(let start)? = parts.last {
                    parts[parts.count - 1] = .text(start + [character])
                } else {
                    parts.append(.text([character]))
                }
            }
        }
        func count(_ part: Part) -> Int { parts.count { $0 == part } }
        guard count(.version) == 1, count(.build) <= 1, count(.anything) <= 2 else { return nil }
        self.text = text
        self.parts = parts
    }

    /// What to write for a pattern, for messages.
    package static let advice = "write the tag with ‘{version}’ in place of the version, such as ‘v{version}’"

    /// Returns the version that a tag marks; `nil` if it marks none.
    package func version(of tag: String) -> ReleaseVersion? {
        guard tag.utf8.count <= 256 else { return nil }
        if text != nil { return Self.match(Array(tag)[...], parts[...], nil, nil) }
        let start = tag.lastIndex { $0 == "/" }.map { tag.index(after: $0) } ?? tag.startIndex
        let folders = tag[..<start].split(separator: "/").map { $0.lowercased() }
        guard folders.allSatisfy(Self.words.contains) else { return nil }
        let digit = tag[start...].firstIndex { $0.isASCII && $0.isNumber } ?? tag.endIndex
        let word = tag[start..<digit].lowercased().filter { !"-_. ".contains($0) }
        guard word.isEmpty || Self.words.contains(word) else { return nil }
        let version = ReleaseVersion(String(tag[digit...]))
        // A number alone may be a date or a build.
        return folders.isEmpty && word.isEmpty && version?.number.count == 1 ? nil : version
    }

    /// The words before a version in a tag of the usual forms.
    private static let words: Set<String> = [
        "v", "r", "release", "releases", "releasev", "rel", "version", "versions", "ver", "tag", "tags", "appstore",
        "app-store", "app_store", "store", "production", "prod", "public", "build", "builds", "ios", "ipados", "macos",
        "mac", "app", "iosv", "macv", "iosrelease", "appv", "beta", "testflight", "rc",
    ]

    private static func match(
        _ tag: ArraySlice<Character>,
        _ parts: ArraySlice<Part>,
        _ version: ReleaseVersion?,
        _ build: String?
    ) -> ReleaseVersion? {
        guard let part = parts.first else {
            guard tag.isEmpty, var version else { return nil }
            if let build { version.build = build }
            return version
        }
        let rest = parts.dropFirst()
        switch part {
        case .text(let text):
            return tag.starts(with: text) ? match(tag.dropFirst(text.count), rest, version, build) : nil
        case .version, .build, .anything:
            // The longest match first, so that `{version}` takes the whole version.
            for length in stride(from: tag.count, through: part == .anything ? 0 : 1, by: -1) {
                let text = String(tag.prefix(length))
                var (version, build) = (version, build)
                if part == .version {
                    guard let found = ReleaseVersion(text) else { continue }
                    version = found
                } else if part == .build {
                    guard text.allSatisfy({ $0.isLetter || $0.isNumber || $0 == "." }) else { continue }
                    build = text
                }
                if let found = match(tag.dropFirst(length), rest, version, build) { return found }
            }
            return nil
        }
    }
}

/// The version of a release, as its tag names it: `2.4.1`, `2.4.0-rc1`, `2.4.1(1234)`.
package struct ReleaseVersion: Sendable, Hashable {
    /// The version without the build.
    package let number: AppVersion
    /// The build, which orders several releases of a version.
    var build: String

    /// Parses a version; a prerelease or a build can follow the numbers.
    ///
    /// A number after a hyphen is a build, because App Store builds are usually named that way. Words other than those for
    /// prereleases don't make a version lower.
    init?(_ text: String) {
        var numbers: [Int64] = []
        var rest = text[...]
        while numbers.count < AppVersion.maximumCount {
            let digits = rest.prefix { $0.isASCII && $0.isNumber }
            guard !digits.isEmpty, digits.count <= AppVersion.maximumDigits, let number = Int64(digits) else { break }
            numbers.append(number)
            rest = rest.dropFirst(digits.count)
            guard rest.first == ".", rest.dropFirst().first.map({ $0.isASCII && $0.isNumber }) == true else { break }
            rest = rest.dropFirst()
        }
        guard !numbers.isEmpty, rest.first != ".", rest.first?.isNumber != true else { return nil }
        guard rest.isEmpty || rest.allSatisfy({ $0.isLetter || $0.isNumber || "-+_. ()#".contains($0) }) else {
            return nil
        }
        let metadata = rest.firstIndex(of: "+") ?? rest.endIndex
        let parts = Self.parts(of: rest[..<metadata])
        let isAttached = rest.first?.isLetter ?? false
        let start = parts.indices.first { index in
            guard case .word(let word) = parts[index] else { return false }
            // 2.4b3 is a beta, and 2.4-b125 a build.
            return Self.prereleases.contains(word) || index == 0 && isAttached && (word == "a" || word == "b")
        }
        let prerelease = start.map { Array(parts[$0...]) } ?? []
        number = AppVersion(numbers: numbers, prerelease: prerelease)
        build = String(rest.drop { !$0.isNumber && !$0.isLetter })
    }

    private static let prereleases: Set<String> = [
        "rc", "beta", "alpha", "pre", "preview", "prerelease", "dev", "develop", "nightly", "snapshot", "canary",
        "internal", "testflight", "tf", "candidate", "releasecandidate",
    ]

    /// Returns the words and numbers of a text; digits end a word.
    private static func parts(of text: Substring) -> [AppVersion.Identifier] {
        var result: [AppVersion.Identifier] = []
        var rest = text
        while let first = rest.first {
            if first.isASCII, first.isNumber {
                let digits = rest.prefix { $0.isASCII && $0.isNumber }
                if digits.count <= AppVersion.maximumDigits, let number = Int64(digits) {
                    result.append(.number(number))
                }
                rest = rest.dropFirst(digits.count)
            } else if first.isLetter {
                let word = rest.prefix { $0.isLetter }
                result.append(.word(word.lowercased()))
                rest = rest.dropFirst(word.count)
            } else {
                rest = rest.dropFirst()
            }
        }
        return result
    }

    /// Whether the left release comes first.
    static func precedes(_ left: ReleaseVersion, _ right: ReleaseVersion) -> Bool {
        if left.number != right.number { return left.number < right.number }
        let (first, second) = (parts(of: left.build[...]), parts(of: right.build[...]))
        return first.lexicographicallyPrecedes(second)
    }
}
