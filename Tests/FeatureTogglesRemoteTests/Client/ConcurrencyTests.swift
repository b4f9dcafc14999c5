import TestSupport
import Testing
import ToggleBase

@testable import FeatureToggles
@testable import FeatureTogglesRemote

/// Reads of every kind during changes: every value read was published, is complete, and changed atomically.
@Suite(.timeLimit(.minutes(20))) struct ConcurrencyTests {
    /// Returns a document in which every value is derived from the generation's number.
    private static func document(_ number: Int) -> String {
        let long = longText(number)
        func flag(_ key: String, _ value: String) -> String {
            #""\#(key)": {"state": "ENABLED", "variants": {"v": \#(value)}, "defaultVariant": "v"}"#
        }
        let flags = [
            flag("page_size", String(number)), flag("discount", "\(number).25"), flag("banner", "\"\(long)\""),
            flag("fast_search", number % 2 == 0 ? "true" : "false"),
            flag("search_ranking_2", "\"\(ranking(number).rawValue)\""),
            flag("limits", #"{"items": \#(number), "note": "\#(long)"}"#), flag("extras", "[\(number), \"\(long)\"]"),
        ]
        return "{\"flags\": {\(flags.joined(separator: ","))}}"
    }

    /// Returns short or long text: short strings are stored inline, and long ones are reference-counted.
    private static func longText(_ number: Int) -> String {
        number % 3 == 0 ? "\(number)" : "\(number) " + String(repeating: "x", count: 20 + number % 50)
    }

    private static func ranking(_ number: Int) -> TestToggles.SearchRanking {
        TestToggles.SearchRanking.allCases[number % 3]
    }

    /// The numbers of the generations.
    private static let generations = 1...300

    /// Returns a description of an inconsistent value, or `nil` if all values are valid.
    private static func mistake(in toggles: any FeatureToggle) -> String? {
        let size = toggles.value(of: .pageSize)
        guard size == 20 || generations.contains(size) || size == -1 else { return "page_size \(size)" }
        let discount = toggles.value(of: .discount)
        guard discount == 0.5 || generations.contains(Int(discount)) && discount == Double(Int(discount)) + 0.25 else {
            return "discount \(discount)"
        }
        let banner = toggles.value(of: .banner)
        let number = banner.prefix { $0.isNumber }
        guard banner == "Welcome" || banner == longText(Int(number) ?? -1) else { return "banner \(banner)" }
        let limits = toggles.value(of: .limits)
        guard limits.note == "none" && limits.items == 10 || limits.note == longText(limits.items) else {
            return "limits \(limits)"
        }
        let extras = toggles.value(of: .extras)
        guard extras == ["a": 1] || isWhole(extras) else { return "extras \(extras)" }
        _ = toggles.isEnabled(.fastSearch)
        _ = toggles.value(of: .searchRanking)
        let evaluation = toggles.evaluation(of: .pageSize)
        guard evaluation.error == nil, (evaluation.source == .localDefaults) == (evaluation.value == -1) else {
            return "evaluation \(evaluation)"
        }
        return nil
    }

    private static func isWhole(_ value: JSONValue) -> Bool {
        guard case .array(let elements) = value, elements.count == 2, case .integer(let number) = elements[0] else {
            return false
        }
        return elements[1] == .string(longText(number))
    }

    /// Returns a description of an inconsistency in a snapshot, or `nil`.
    ///
    /// All values except the override must come from one document.
    private static func mistake(inSnapshot toggles: any FeatureToggle) -> String? {
        if let mistake = mistake(in: toggles) { return mistake }
        let items = toggles.value(of: .limits).items
        guard toggles.value(of: .limits).note != "none" else { return nil }
        let size = toggles.value(of: .pageSize)
        let isOfOneDocument =
            (size == items || size == -1) && toggles.value(of: .discount) == Double(items) + 0.25
            && toggles.value(of: .banner) == longText(items)
            && toggles.value(of: .extras) == [.integer(items), .string(longText(items))]
            && toggles.isEnabled(.fastSearch) == (items % 2 == 0)
            && toggles.value(of: .searchRanking) == ranking(items)
        return isOfOneDocument ? nil : "a snapshot of several documents: \(items), \(size)"
    }

    @Test func readsReturnOnlyPublishedValues() async throws {
        let folder = try TemporaryFolder()
        let path = try folder.write(#"{"version": 1, "toggles": {}}"#, to: "toggles.json")
        let remote = InMemoryRemoteSource(document: Self.document(1))
        let client = makeClient(localDefaultsPath: path, remote: remote)
        let end = End()
        let texts = Self.generations.map(Self.document)

        let mistakes = await withTaskGroup(of: [String].self) { group in
            // Each reader stops at its first mistake.
            func addReader(_ read: @escaping @Sendable () -> String?) {
                group.addTask {
                    await onThread {
                        while !end.isOver {
                            if let mistake = read() { return [mistake] }
                        }
                        return []
                    }
                }
            }
            for _ in 0..<3 { addReader { Self.mistake(in: client) } }
            addReader { Self.mistake(inSnapshot: client.snapshot()) }
            addReader { client.explanations().count == client.definitions.count ? nil : "explanations" }
            // Observers come and go.
            group.addTask {
                while !end.isOver {
                    var updates = client.updates(of: .pageSize).makeAsyncIterator()
                    guard await updates.next() != nil else { return ["updates ended"] }
                    _ = client.changes()
                    await Task.yield()
                }
                return []
            }
            // Overrides are rewritten.
            group.addTask {
                await onThread {
                    let file = LocalDefaultsFile(path: path)
                    do {
                        while !end.isOver {
                            try file.update([.set("page_size", -1)])
                            try file.update([.unset("page_size")])
                        }
                    } catch {
                        return ["\(error)"]
                    }
                    return []
                }
            }
            // Documents are published, fetched, and activated, also by the client itself.
            group.addTask {
                defer { end.come() }
                for _ in 0..<2 {
                    for text in texts {
                        remote.set(document: text)
                        do { try await client.fetchAndActivate() } catch { return ["\(error)"] }
                    }
                    client.put(nil)
                }
                return []
            }
            return await group.reduce(into: []) { $0 += $1 }
        }
        #expect(mistakes == [])
        #expect(client.problems == [])
    }

    @Test func activationIsAtomic() async throws {
        let client = makeClient()
        let end = End()
        let documents = try (1...2_000).map { number in
            try FlagDocument(
                text: Array(
                    """
                    {"flags": {"page_size": {"state": "ENABLED", "variants": {"v": \(number)}, "defaultVariant": "v"},
                    "discount": {"state": "ENABLED", "variants": {"v": \(number)}, "defaultVariant": "v"}}}
                    """.utf8
                )
            )
        }
        client.put(documents[0])
        let torn = await withTaskGroup(of: String?.self) { group in
            group.addTask {
                await onThread {
                    while !end.isOver {
                        let size = client.value(of: .pageSize)
                        let discount = client.value(of: .discount)
                        if discount < Double(size) { return "page_size \(size), then discount \(discount)" }
                    }
                    return nil
                }
            }
            group.addTask {
                await onThread {
                    while !end.isOver {
                        let discount = client.value(of: .discount)
                        let size = client.value(of: .pageSize)
                        if Double(size) < discount { return "discount \(discount), then page_size \(size)" }
                    }
                    return nil
                }
            }
            group.addTask {
                await onThread {
                    for document in documents { client.put(document) }
                    end.come()
                    return nil
                }
            }
            return await group.reduce(into: []) { $0 += [$1].compactMap { $0 } }
        }
        #expect(torn == [])
        #expect(client.value(of: .pageSize) == 2_000)
    }
}

/// Tells threads to stop.
private final class End: Sendable {
    private let hasCome = Mutex(false)

    var isOver: Bool { hasCome.withLock { $0 } }

    func come() {
        hasCome.withLock { $0 = true }
    }
}
