import FeatureToggles
import ToggleBase

extension UpdatePolicyReader {
    /// Reads an entry.
    ///
    /// - Parameters:
    ///   - object: The entry.
    ///   - path: The path of the entry.
    ///   - level: The level if the entry has none.
    /// - Returns: The entry without its invalid parts, which are reported as errors.
    mutating func entry(_ object: JSONObject, at path: [Step], level: UpdateLevel) -> UpdatePolicyEntry {
        for member in object.members where !Self.entryNames.contains(member.name) {
            ignore(member.name, among: Self.entryNames, at: path)
        }
        let entry = UpdatePolicyEntry(
            level: self.level(object["level"], at: path + [.member("level")]) ?? level,
            appVersions: patterns(object["app_version"], at: path + [.member("app_version")]),
            osVersions: patterns(object["os_version"], at: path + [.member("os_version")]),
            attributes: attributes(object["context"], at: path + [.member("context")]),
            notice: LocalizedNotice(
                notice(object, at: path),
                languages: languages(object["languages"], at: path + [.member("languages")])
            ),
            isForAll: flag(object, "all", at: path)
        )
        checkTexts(of: entry, at: path)
        return entry
    }

    private mutating func level(_ value: JSONValue?, at path: [Step]) -> UpdateLevel? {
        guard let value else { return nil }
        if case .string(let text) = value, let level = UpdateLevel(rawValue: text) { return level }
        if case .string(let text) = value {
            let meant = Suggestion.closest(to: text, in: UpdateLevel.allCases.map(\.rawValue))
            let question = meant.map { "; did you mean \"\($0)\"?" } ?? ""
            error(path, "‘level’ must be one of \(Self.levels), not ‘\(text)’\(question)")
        } else {
            error(path, "‘level’ must be one of \(Self.levels), not \(value.kindDescription)")
        }
        return nil
    }

    // MARK: Conditions

    private mutating func patterns(_ value: JSONValue?, at path: [Step]) -> [VersionPattern] {
        switch value {
        case nil: return []
        case .array(let elements)?:
            if elements.isEmpty {
                error(
                    path,
                    "the list is empty and matches no version; write \"*\" for every version, or remove the entry"
                )
            }
            guard elements.count <= UpdatePolicyDocument.maximumPatterns else {
                error(
                    path,
                    """
                    the list has \(elements.count) versions, more than the \(UpdatePolicyDocument.maximumPatterns) that apps \
                    accept; write a range
                    """
                )
                return []
            }
            var patterns: [VersionPattern] = []
            patterns.reserveCapacity(elements.count)
            for (index, element) in elements.enumerated() {
                read(element, at: path + [.element(index)], into: &patterns)
            }
            return patterns
        case let value?:
            var patterns: [VersionPattern] = []
            read(value, at: path, into: &patterns)
            return patterns
        }
    }

    // The path is created only for diagnostics, because a policy can contain a hundred thousand patterns.
    private mutating func read(
        _ value: JSONValue,
        at path: @autoclosure () -> [Step],
        into patterns: inout [VersionPattern]
    ) {
        guard case .string(let text) = value else {
            var remedy = "write \"1.2.0\""
            if case .integer(let number) = value {
                remedy = "write \"\(number).*\" for every version that starts with it"
            }
            return error(path(), "a version must be a string, not \(value.kindDescription); \(remedy)")
        }
        do throws(VersionPatternError) {
            patterns.append(try VersionPattern(text))
        } catch {
            return self.error(path(), error.description)
        }
        if reportsWarnings, let pattern = patterns.last { check(pattern, text, at: path()) }
    }

    /// Warns of a pattern that probably doesn't match what it should.
    private mutating func check(_ pattern: VersionPattern, _ text: String, at path: @autoclosure () -> [Step]) {
        if !text.isEmpty, text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) {
            warning(
                path(),
                "‘\(text)’ matches only \(text).0.0; write ‘\(text).*’ for every version that starts with it"
            )
        }
        if !pattern.hasRelease {
            if pattern.isEmpty {
                warning(path(), "no version matches all ranges of ‘\(text)’; put || between alternatives")
            } else if pattern.matchesOnlyUnnamedPrereleases {
                warning(path(), "‘\(text)’ matches only prereleases; write the versions that it should match")
            }
        }
        if let version = pattern.versionWithLetter {
            warning(
                path(),
                """
                the ‘\(version.prefix(1))’ of ‘\(version)’ is not part of a version in Semantic Versioning; apps ignore it, \
                but other readers may not; write ‘\(version.dropFirst())’
                """
            )
        }
        if let build = pattern.buildMetadata {
            warning(
                path(),
                """
                ‘\(build)’ is ignored, so every build of the version matches; to match builds, write \
                "context": {"\(EvaluationContext.Attribute.appBuild)": "\(build.dropFirst())"}
                """
            )
        }
    }

    private mutating func attributes(_ value: JSONValue?, at path: [Step]) -> [String: [JSONValue]] {
        guard let value else { return [:] }
        guard case .object(let object) = value else {
            error(
                path,
                "‘context’ must be an object of attributes, not \(value.kindDescription); write {\"country\": [\"DE\", \"AT\"]}"
            )
            return [:]
        }
        var result: [String: [JSONValue]] = [:]
        for member in object.members {
            let values = if case .array(let elements) = member.value { elements } else { [member.value] }
            let areScalars = values.allSatisfy {
                switch $0 {
                case .bool, .integer, .number, .string: true
                case .null, .array, .object: false
                }
            }
            if values.isEmpty || !areScalars {
                error(
                    path + [.member(member.name)],
                    "an attribute is compared with a string, a number, a Boolean or a list of them; write \"DE\" or [\"DE\", \"AT\"]"
                )
            }
            if reportsWarnings, let attribute = EvaluationContext.Attribute.meant(by: member.name) {
                warning(
                    path + [.name(member.name)],
                    """
                    ‘\(member.name)’ is known only if the app provides it; every app provides ‘\(attribute)’
                    """
                )
            }
            result[member.name] = values
        }
        return result
    }

    // MARK: Texts

    private static let noticeNames = ["title", "message", "button_text", "redirect_url"]

    private mutating func notice(_ object: JSONObject, at path: @autoclosure () -> [Step]) -> UpdateNotice {
        UpdateNotice(
            title: text(object, "title", at: path()),
            message: text(object, "message", at: path()),
            buttonText: text(object, "button_text", at: path()),
            storeLink: link(object, at: path())
        )
    }

    private mutating func text(_ object: JSONObject, _ name: String, at path: @autoclosure () -> [Step]) -> String? {
        switch object[name] {
        case nil, .null?: return nil
        case .string(let text)? where text.utf8.count > UpdatePolicyDocument.maximumTextLength:
            error(
                path() + [.member(name)],
                """
                ‘\(name)’ has \(text.utf8.count) bytes, more than the \(UpdatePolicyDocument.maximumTextLength) that apps \
                accept; shorten it
                """
            )
            return nil
        case .string(let text)?: return text.isEmpty ? nil : text
        case let other?:
            error(path() + [.member(name)], "‘\(name)’ must be a string, not \(other.kindDescription)")
            return nil
        }
    }

    private mutating func link(_ object: JSONObject, at path: @autoclosure () -> [Step]) -> String? {
        guard let link = text(object, "redirect_url", at: path()) else { return nil }
        if let problem = StoreLink.problem(of: link, schemes: schemes) {
            error(path() + [.member("redirect_url")], problem)
            return nil
        }
        return link
    }

    private mutating func languages(_ value: JSONValue?, at path: [Step]) -> [String: UpdateNotice] {
        guard let value else { return [:] }
        guard case .object(let object) = value else {
            error(
                path,
                "‘languages’ must be an object of texts by language, not \(value.kindDescription); write {\"de\": {\"title\": …}}"
            )
            return [:]
        }
        guard object.members.count <= UpdatePolicyDocument.maximumLanguages else {
            error(
                path,
                """
                the entry has \(object.members.count) languages, more than the \(UpdatePolicyDocument.maximumLanguages) that \
                apps accept; remove those with the same texts as a shorter tag
                """
            )
            return [:]
        }
        var result: [String: UpdateNotice] = [:]
        var known = Set<String>(minimumCapacity: object.members.count)
        result.reserveCapacity(object.members.count)
        for member in object.members {
            if !LanguageTag.isTag(member.name) {
                error(
                    path + [.name(member.name)],
                    "‘\(member.name)’ is not a language tag; write a tag such as de, pt-BR or zh-Hant"
                )
            } else if reportsWarnings, let doubt = LanguageTag.doubt(of: member.name) {
                warning(path + [.name(member.name)], doubt)
            }
            if !known.insert(LocalizedNotice.folded(member.name)).inserted {
                error(path + [.name(member.name)], "the language ‘\(member.name)’ occurs twice; remove one of them")
            }
            // Created only for diagnostics.
            var place: [Step] { path + [.member(member.name)] }
            guard case .object(let texts) = member.value else {
                error(
                    place,
                    "the texts of a language must be an object, not \(member.value.kindDescription); write {\"title\": …}"
                )
                continue
            }
            for text in texts.members where !Self.noticeNames.contains(text.name) {
                ignore(text.name, among: Self.noticeNames, at: place)
            }
            result[member.name] = notice(texts, at: place)
        }
        return result
    }

    /// Warns of locks without a text or a link.
    private mutating func checkTexts(of entry: UpdatePolicyEntry, at path: [Step]) {
        guard entry.level != .upToDate, !hasErrors else { return }
        let texts = entry.notice.fallback
        if texts.title == nil, texts.message == nil {
            warning(path, "users who speak none of the languages see no text; write ‘title’ and ‘message’")
        }
        if entry.level == .required, texts.storeLink == nil {
            warning(path, "users cannot continue, and there is no link to the update; write ‘redirect_url’")
        }
    }
}
