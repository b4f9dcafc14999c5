import Testing

@testable import ToggleManifest

struct RemoteParameterTests {
    static let cases: [DiagnosticCase] = [
        DiagnosticCase(
            "two toggles, one explicit parameter",
            toggles: """
                  a: { category: ops, remote: x, description: d, owner: o }
                  b: { category: ops, remote: x, description: d, owner: o }

                """,
            expected: [
                "5:31: the remote parameter ‘x’ is already read by ‘a’ on line 4; give one of the two toggles another one with ‘remote:’"
            ]
        ),
        DiagnosticCase(
            "parameter that is another's key",
            toggles: """
                  a: { category: ops, remote: b, description: d, owner: o }
                  b: { category: ops, description: d, owner: o }

                """,
            expected: [
                "5:3: the remote parameter ‘b’ is already read by ‘a’ on line 4; give one of the two toggles another one with ‘remote:’"
            ]
        ),
        DiagnosticCase(
            "retired and in use by itself",
            toggles: """
                  a: { category: ops, retired: [a], description: d, owner: o }

                """,
            expected: [
                "4:33: the remote parameter ‘a’ is retired, yet this toggle still reads it; write a new one after ‘remote:’, or take this one out of ‘retired’"
            ]
        ),
        DiagnosticCase(
            "retired and in use by another",
            toggles: """
                  a: { category: ops, remote: a_2, retired: [b], description: d, owner: o }
                  b: { category: ops, description: d, owner: o }

                """,
            expected: [
                "4:46: the remote parameter ‘b’ is retired, yet ‘b’ on line 5 reads it; give that toggle another one with ‘remote:’"
            ]
        ),
        DiagnosticCase(
            "retired twice",
            toggles: """
                  a: { category: ops, retired: [x, x], description: d, owner: o }

                """,
            expected: [
                "4:36: ‘x’ is already retired on line 4; remove one of the two"
            ]
        ),
        DiagnosticCase(
            "retired is text",
            toggles: """
                  a: { category: ops, retired: x, description: d, owner: o }

                """,
            expected: [
                "4:32: ‘retired’ is text, ‘x’, but should be a list of former remote parameters, such as ‘[a]’"
            ]
        ),
        DiagnosticCase(
            "retired holds a number",
            toggles: """
                  a: { category: ops, retired: [1, ''], description: d, owner: o }

                """,
            expected: [
                "4:33: an entry in ‘retired’ is an integer, but should be the name of a remote parameter; write ‘\"1\"’",
                "4:36: an entry in ‘retired’ is blank, but should be the name of a remote parameter",
            ]
        ),
        DiagnosticCase(
            "remote is blank",
            toggles: """
                  a: { category: ops, remote: ' ', description: d, owner: o }

                """,
            expected: [
                "4:31: ‘remote’ is blank; write the name of a remote parameter"
            ]
        ),
    ]

    @Test(arguments: cases)
    func conflictingRemoteParametersAreReported(_ sample: DiagnosticCase) {
        #expect(sample.found == sample.expected)
        #expect(Manifest.parse(sample.yaml, path: "t").manifest == nil)
    }
}
