package import ToggleBase

/// What running apps say about the toggles they read, as `toggles usage merge` counts it.
///
/// Numbers from 1 to ``minimum`` - 1 were replaced by ``Count/few`` before anyone sees them.
package struct FieldUsage: Sendable, Hashable {
    /// The number of installations below which a number isn't kept.
    package static let minimum = 20

    /// A number of installations.
    package enum Count: Sendable, Hashable {
        case exactly(Int)
        /// At least 1, and less than ``FieldUsage/minimum``.
        case few

        package init(_ number: Int) {
            self = (1..<FieldUsage.minimum).contains(number) ? .few : .exactly(number)
        }

        /// Whether there is an installation.
        package var isPositive: Bool { self != .exactly(0) }
    }

    /// What the installations say about a toggle on a day.
    package struct Toggle: Sendable, Hashable {
        /// The number of installations that read it.
        package var read: Count
        /// The number of those in which its value differed from the default.
        package var changed: Count
        /// The number of those with each variant; empty for other types.
        package var variants: [String: Count]

        package init(read: Count, changed: Count, variants: [String: Count] = [:]) {
            self.read = read
            self.changed = changed
            self.variants = variants
        }
    }

    /// What the installations of a version say on a day.
    package struct Page: Sendable, Hashable {
        /// The day, in UTC.
        package var day: CalendarDate
        /// The version of the app.
        package var appVersion: String
        /// The number of installations.
        package var installations: Int
        /// The toggles of the version by key, whether they were read or not.
        package var toggles: [String: Toggle]

        package init(day: CalendarDate, appVersion: String, installations: Int, toggles: [String: Toggle]) {
            self.day = day
            self.appVersion = appVersion
            self.installations = installations
            self.toggles = toggles
        }
    }

    /// The pages, ordered by day and version.
    package private(set) var pages: [Page]

    package init(pages: [Page]) {
        self.pages = pages.sorted { ($0.day, $0.appVersion) < ($1.day, $1.appVersion) }
    }

    /// What the installations say on the last day, by key: `210 of 240 installations read it on 2026-10-31`.
    package var textsOfLastDay: [String: String] {
        guard let day = pages.last?.day else { return [:] }
        var texts: [String: String] = [:]
        let last = pages.filter { $0.day == day }
        let count = last.reduce(0) { $0 + $1.installations }
        for key in Set(last.flatMap(\.toggles.keys)) {
            let counts = last.compactMap { $0.toggles[key]?.read }
            var sum = 0
            for case .exactly(let number) in counts { sum += number }
            let read = counts.contains(.few) ? sum == 0 ? "a few" : "at least \(sum)" : "\(sum)"
            texts[key] = "\(read) of \(count) installations read it on \(day)"
        }
        return texts
    }

    // MARK: - JSON

    /// The version of the JSON format.
    private static let version = 1

    /// The counts as JSON.
    package var json: JSONValue {
        func json(_ count: Count) -> JSONValue {
            if case .exactly(let number) = count { .integer(number) } else { "few" }
        }
        return [
            "version": .integer(Self.version),
            "minimum": .integer(Self.minimum),
            "pages": .array(
                pages.map { page in
                    let toggles = page.toggles.sorted { $0.key < $1.key }.map { key, toggle in
                        JSONObject.Member(
                            name: key,
                            value: [
                                "read": json(toggle.read), "changed": json(toggle.changed),
                                "variants": .object(
                                    JSONObject(
                                        toggle.variants.sorted { $0.key < $1.key }
                                            .map { JSONObject.Member(name: $0.key, value: json($0.value)) }
                                    )
                                ),
                            ]
                        )
                    }
                    return [
                        "day": .string(page.day.description), "appVersion": .string(page.appVersion),
                        "installations": .integer(page.installations), "toggles": .object(JSONObject(toggles)),
                    ]
                }
            ),
        ]
    }

    /// The maximum number of installations, of which even many can be added.
    private static let maximum = Int(Int32.max)

    /// Reads counts.
    ///
    /// - Parameters:
    ///   - bytes: The file.
    ///   - today: The date; `nil` to read all pages. Messages are about days that are over, so later ones come from
    ///     devices whose clock is wrong, and are left out.
    /// - Throws: ``LifecycleError`` that says what is wrong.
    package init(_ bytes: [UInt8], today: CalendarDate?) throws(LifecycleError) {
        let root: JSONValue
        do throws(JSONSyntaxError) {
            root = try JSONReader().value(from: bytes)
        } catch {
            throw LifecycleError("line \(error.location.line): \(error.message)")
        }
        guard case .integer(Self.version)? = root[member: "version"], case .array(let pages)? = root[member: "pages"]
        else { throw LifecycleError("it isn't a file that `toggles usage merge` wrote") }
        self.init(pages: [])
        for (index, page) in pages.enumerated() {
            guard let page = Self.page(page) else {
                throw LifecycleError("‘pages’ has an invalid entry at index \(index)")
            }
            if page.day <= today ?? page.day { self.pages.append(page) }
        }
        self.pages.sort { ($0.day, $0.appVersion) < ($1.day, $1.appVersion) }
    }

    private static func page(_ value: JSONValue) -> Page? {
        guard case .string(let day)? = value[member: "day"], let day = CalendarDate(day),
            case .string(let version)? = value[member: "appVersion"],
            case .integer(let installations)? = value[member: "installations"],
            (0...maximum).contains(installations),
            case .object(let object)? = value[member: "toggles"]
        else { return nil }
        var toggles: [String: Toggle] = [:]
        for member in object.members {
            guard let read = count(member.value[member: "read"]), let changed = count(member.value[member: "changed"])
            else { return nil }
            var toggle = Toggle(read: read, changed: changed)
            if case .object(let variants)? = member.value[member: "variants"] {
                for variant in variants.members { toggle.variants[variant.name] = count(variant.value) }
            }
            toggles[member.name] = toggle
        }
        return Page(day: day, appVersion: version, installations: installations, toggles: toggles)
    }

    private static func count(_ value: JSONValue?) -> Count? {
        switch value {
        case .integer(let number)? where (0...maximum).contains(number): Count(number)
        case .string("few")?: .few
        default: nil
        }
    }
}

extension JSONValue {
    /// Returns a member of an object.
    fileprivate subscript(member name: String) -> JSONValue? {
        if case .object(let object) = self { object[name] } else { nil }
    }
}
