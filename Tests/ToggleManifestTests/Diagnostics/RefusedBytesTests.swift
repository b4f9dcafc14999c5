import Testing

@testable import ToggleManifest

struct RefusedBytesTests {
    static let cases: [DiagnosticCase] = [
        DiagnosticCase(
            "NUL byte",
            toggles: "# \0\n",
            expected: [
                "4:3: a NUL byte cannot be part of the file; remove it"
            ]
        ),
        DiagnosticCase(
            "control character",
            toggles: "# \u{1B}[31m\n",
            expected: [
                "4:3: a control character (first byte 0x1B) cannot be part of the file; remove it"
            ]
        ),
        DiagnosticCase(
            "NUL in a toggle",
            toggles: "  a:\n    category: release\n    description: d\n    own\0er: o\n  b: { category: release }\n",
            expected: [
                "7:8: a NUL byte cannot be part of the file; remove it",
                "8:3: the toggle ‘b’ lacks the field ‘description’; write ‘description:’ and what the toggle does, in a sentence",
                "8:3: the toggle ‘b’ lacks the field ‘owner’; write ‘owner:’ and the team or person that looks after the toggle",
            ]
        ),
        DiagnosticCase(
            "NUL in a field's name",
            of: "schema: 1\nnamespace: App\ntog\0gles:\n",
            expected: [
                "3:4: a NUL byte cannot be part of the file; remove it"
            ]
        ),
    ]

    @Test(arguments: cases)
    func invalidBytesAreReported(_ sample: DiagnosticCase) {
        #expect(sample.found == sample.expected)
        #expect(Manifest.parse(sample.yaml, path: "t").manifest == nil)
    }
}
