import Testing

@testable import ToggleManifest

/// What remains of a manifest that has errors.
struct UsableManifestTests {
    private static let head = "schema: 1\nnamespace: App\n"

    private static func toggle(_ key: String, _ fields: String = "category: ops") -> String {
        """
          \(key):
            \(fields)
            description: A toggle.
            owner: me
            permanent: true

        """
    }

    private func keys(_ text: String) -> [String]? {
        let result = Manifest.parse(text, path: "t")
        #expect(result.manifest == nil)
        return result.usable?.toggles.map(\.key)
    }

    @Test(arguments: [
        "category: opps", "category: ops\n    default: 3", "catgory: ops", "category: ops\n    remote: first",
        "category: ops\n    category: release", "category: ops\n    issue: \"open", "category: ops\n\tissue: none",
        "category: ops\n<<<<<<< HEAD", "category: ops\n    issue: a: b", "category: ops\n    issue: @a", "- ops",
    ])
    func toggleWithErrorIsLeftOut(fields: String) {
        let text = Self.head + "toggles:\n" + Self.toggle("first") + Self.toggle("broken", fields) + Self.toggle("last")
        #expect(keys(text) == ["first", "last"])
    }

    @Test func repeatedToggleIsLeftOut() {
        let toggles = Self.toggle("first") + Self.toggle("twice") + Self.toggle("twice") + Self.toggle("last")
        #expect(keys(Self.head + "toggles:\n" + toggles) == ["first", "last"])
    }

    @Test func bothSidesOfConflictAreLeftOut() {
        let conflict =
            "<<<<<<< HEAD\n" + Self.toggle("both", "category: ops") + Self.toggle("added") + "=======\n"
            + Self.toggle("both", "category: experiment") + ">>>>>>> branch\n"
        let text = Self.head + "toggles:\n" + Self.toggle("first") + conflict + Self.toggle("last")
        #expect(keys(text) == ["first", "added", "last"])
    }

    @Test func sidesOfConflictWithinToggleAreNotMixed() {
        let conflict = "category: ops\n<<<<<<< HEAD\n    default: true\n=======\n    remote: other\n>>>>>>> branch"
        let text = Self.head + "toggles:\n" + Self.toggle("broken", conflict) + Self.toggle("last")
        #expect(keys(text) == ["last"])
    }

    @Test(arguments: [
        "namespace: app\nschema: 1\n", "schema: 1\n", "namespace: App\n", head + "access: all\n", head + "x: y\n",
    ])
    func errorsAtTheTopLeaveTheToggles(head: String) {
        #expect(keys(head + "toggles:\n" + Self.toggle("first")) == ["first"])
    }

    @Test(arguments: [
        "schema: 2\nnamespace: App\ntoggles:\n" + toggle("first"), "", head, head + "toggles: [first]\n", "\u{0}",
        "{" + head,
    ])
    func nothingIsUsable(text: String) {
        #expect(keys(text) == nil)
    }

    @Test func environmentWithErrorIsLeftOut() {
        let environments = """
            environments:
              production: { document: "s3://bucket/flags.json", confirm: reason }
              staging: { document: "s3://bucket/staging.json", confirm: resaon }
            document: [flags.json]

            """
        let usable = Manifest.parse(Self.head + environments + "toggles:\n" + Self.toggle("first"), path: "t").usable
        #expect(usable?.environments.map(\.name) == ["production"])
        #expect(usable?.document == nil)
        #expect(usable?.toggles.count == 1)
    }

    @Test func manifestWithoutErrorsIsUnchanged() {
        let result = Manifest.parse(Self.head + "toggles:\n" + Self.toggle("first"), path: "t")
        #expect(result.usable?.toggles.count == result.manifest?.toggles.count)
    }
}
