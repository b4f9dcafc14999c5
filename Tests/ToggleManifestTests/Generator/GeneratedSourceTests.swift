import Testing
import ToggleManifest

/// Properties of the generated source of any manifest.
struct GeneratedSourceTests {
    @Test(arguments: Manifest.Access.allCases)
    func outputIsDeterministic(_ access: Manifest.Access) throws {
        var manifest = try #require(try ReferenceManifest.read())
        manifest.access = access
        #expect(GeneratedSource(manifest).text == GeneratedSource(manifest).text)
    }

    @Test func outputIgnoresExpiry() {
        func text(expires: String) -> String {
            let date = CalendarDate(expires)
            return GeneratedSource(Manifest(ToggleDeclaration("a", .ops, created: nil, expires: date))).text
        }
        #expect(text(expires: "1999-01-01") == text(expires: "9999-12-31").replacing("9999-12-31", with: "1999-01-01"))
    }

    @Test(
        arguments: [
            (.internal, "\nimport FeatureToggles\n", "\nenum AppToggles"),
            (.package, "\npackage import FeatureToggles\n#else\nimport FeatureToggles\n", "\npackage enum AppToggles"),
            (.public, "\npublic import FeatureToggles\n", "\npublic enum AppToggles"),
        ] as [(Manifest.Access, String, String)]
    )
    func accessLevelAppliesToDeclarationsAndImport(_ access: Manifest.Access, importing: String, namespace: String) {
        let text = GeneratedSource(Manifest(access: access, ToggleDeclaration("a", .release))).text
        #expect(text.contains(importing))
        #expect(text.contains(namespace))
        #expect(text.contains("@inlinable") == (access == .public))
    }

    @Test(arguments: Manifest.Access.allCases)
    func linesAreAtMost120Columns(_ access: Manifest.Access) throws {
        var manifest = try #require(try ReferenceManifest.read())
        manifest.access = access
        let lines = GeneratedSource(manifest).text.split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines.filter { $0.count > 120 } == [])
        #expect(lines.filter { $0.hasSuffix(" ") } == [])
    }

    @Test func invisibleCharactersAreEscaped() throws {
        let source = GeneratedSource(try #require(try ReferenceManifest.read())).text
        let hidden = source.unicodeScalars.filter {
            switch $0.properties.generalCategory {
            case .control: $0 != "\n"
            case .format, .lineSeparator, .paragraphSeparator, .unassigned, .privateUse: true
            default: false
            }
        }
        #expect(hidden.map { String($0.value, radix: 16) } == [])
    }

    @Test func sourceNamesTheManifest() {
        let text = GeneratedSource(Manifest(), fileName: "flags.yaml").text
        #expect(text.hasPrefix("// Generated from flags.yaml "))
        #expect(text.contains("/// The toggles that `flags.yaml` declares."))
    }

    @Test func releaseToggleHasNoParameterOrDefault() {
        let text = GeneratedSource(Manifest(ToggleDeclaration("a", .release, default: true, remote: "b"))).text
        #expect(!text.contains("remote:"))
        #expect(!text.contains("default:"))
    }

    @Test func manyTogglesAreRegisteredInSmallFunctions() {
        let toggles = (0..<101).map { ToggleDeclaration("toggle_\($0)", .release) }
        let text = GeneratedSource(Manifest(namespace: "AppToggles", toggles: toggles)).text
        #expect(text.contains("register3(in: &toggles)"))
        #expect(!text.contains("register4"))
    }
}
