import Testing

@testable import ToggleManifest

struct DateTests {
    static let cases: [DiagnosticCase] = [
        DiagnosticCase(
            "day that does not exist",
            toggles: """
                  a: { category: release, created: 2026-02-30, description: d, owner: o }

                """,
            expected: [
                "4:36: ‘2026-02-30’ is not a valid date: that month has 28 days and ends on ‘2026-02-28’"
            ]
        ),
        DiagnosticCase(
            "month that does not exist",
            toggles: """
                  a: { category: release, created: 2026-13-01, description: d, owner: o }

                """,
            expected: [
                "4:36: ‘2026-13-01’ is not a valid date: months go from 01 to 12; write YYYY-MM-DD"
            ]
        ),
        DiagnosticCase(
            "leap day of a common year",
            toggles: """
                  a: { category: release, expires: 2027-02-29, description: d, owner: o }

                """,
            expected: [
                "4:36: ‘2027-02-29’ is not a valid date: that month has 28 days and ends on ‘2027-02-28’"
            ]
        ),
        DiagnosticCase(
            "date without zeros",
            toggles: """
                  a: { category: release, created: 2026-2-3, description: d, owner: o }

                """,
            expected: [
                "4:36: ‘2026-2-3’ is not written as YYYY-MM-DD; write ‘2026-02-03’"
            ]
        ),
        DiagnosticCase(
            "date with slashes",
            toggles: """
                  a: { category: release, created: 2026/11/01, description: d, owner: o }

                """,
            expected: [
                "4:36: ‘2026/11/01’ is not written as YYYY-MM-DD; write ‘2026-11-01’"
            ]
        ),
        DiagnosticCase(
            "date with a time",
            toggles: """
                  a: { category: release, created: 2026-11-01T10:00:00Z, description: d, owner: o }

                """,
            expected: [
                "4:36: ‘2026-11-01T10:00:00Z’ is not written as YYYY-MM-DD; write ‘2026-11-01’"
            ]
        ),
        DiagnosticCase(
            "date in words",
            toggles: """
                  a: { category: release, created: tomorrow, description: d, owner: o }

                """,
            expected: [
                "4:36: ‘tomorrow’ is not a date; write year, month and day, such as ‘2026-11-01’"
            ]
        ),
        DiagnosticCase(
            "date that is a number",
            toggles: """
                  a: { category: release, created: 20261101, description: d, owner: o }

                """,
            expected: [
                "4:36: ‘created’ is an integer, ‘20261101’, but should be a date, such as ‘2026-11-01’"
            ]
        ),
        DiagnosticCase(
            "expires before created",
            toggles: """
                  a: { category: release, created: 2026-11-02, expires: 2026-11-01, description: d, owner: o }

                """,
            expected: [
                "4:57: the toggle expires on 2026-11-01, before it is created on 2026-11-02; correct one of the dates"
            ]
        ),
        DiagnosticCase(
            "permanent and expires",
            toggles: """
                  a: { category: permission, permanent: true, expires: 2026-11-01, description: d, owner: o }

                """,
            expected: [
                "4:47: a permanent toggle does not expire; remove ‘expires’ or ‘permanent: true’"
            ]
        ),
        DiagnosticCase(
            "permission without end",
            toggles: """
                  a: { category: permission, description: d, owner: o }

                """,
            expected: [
                "4:3: a permission toggle either expires or is permanent; write ‘expires:’ and a date, or ‘permanent: true’"
            ]
        ),
        DiagnosticCase(
            "permission not permanent",
            toggles: """
                  a: { category: permission, permanent: false, description: d, owner: o }

                """,
            expected: [
                "4:3: a permission toggle either expires or is permanent; write ‘expires:’ and a date, or ‘permanent: true’"
            ]
        ),
        DiagnosticCase(
            "permanent: yes",
            toggles: """
                  a: { category: permission, permanent: yes, description: d, owner: o }

                """,
            expected: [
                "4:41: ‘permanent’ is text, ‘yes’, but should be ‘true’ or ‘false’, without quotes"
            ]
        ),
        DiagnosticCase(
            "permanent in quotes",
            toggles: """
                  a: { category: permission, permanent: "true", description: d, owner: o }

                """,
            expected: [
                "4:41: ‘permanent’ is text, ‘true’, but should be ‘true’ or ‘false’, without quotes"
            ]
        ),
    ]

    @Test(arguments: cases)
    func dateProblemsAreReported(_ sample: DiagnosticCase) {
        #expect(sample.found == sample.expected)
        #expect(Manifest.parse(sample.yaml, path: "t").manifest == nil)
    }
}
