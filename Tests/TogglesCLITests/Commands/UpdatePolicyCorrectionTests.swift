import Foundation
import Testing

/// Policies that apps accept, although they aren't valid JSON or have a date with slashes.
struct UpdatePolicyCorrectionTests {
    private let shop: Shop

    init() throws {
        shop = try Shop()
    }

    private static let policy = #"""
        {
          "created_at": "2021/03/28 10:00:00",
          "details": [
            { "os_version": "13.*.*", "app_version": ["1.0.0", "1.1.0",], "redirect_url": "https://a.example", "title": "お願い,]" , },
          ],
        }
        """#

    private func check(_ text: String, _ arguments: String...) throws -> BuiltCommand.Result {
        try shop.write(text, to: "policy.json")
        return try BuiltCommand("toggles").run(
            ["check", "--alone"] + arguments + ["policy.json"],
            environment: shop.environment,
            in: shop.path
        )
    }

    private var text: String {
        get throws { try String(contentsOfFile: shop.path + "/policy.json", encoding: .utf8) }
    }

    @Test func oldFormIsWarningWithItsPlace() throws {
        let result = try check(Self.policy)
        let comma = """
            warning: JSON allows no comma before a closing bracket; apps ignore this one, but other readers reject the file; \
            remove it
            """
        #expect(
            result.output == """
                policy.json:2:17: warning: ‘2021/03/28 10:00:00’ is not a time in ISO 8601; apps read it in UTC, so write "2021-03-28T10:00:00Z", or the offset of its time zone instead of Z, such as +09:00
                policy.json:4:63: \(comma)
                policy.json:4:121: \(comma)
                policy.json:4:124: \(comma)
                policy.json:5:4: \(comma)
                policy.json: update policy, 1 entry, no errors, 5 warnings

                """
        )
        #expect(result.status == 0)
        #expect(try text == Self.policy)
        #expect(try check(Self.policy, "--strict").status == 1)
    }

    @Test func correctedFileKeepsItsLayout() throws {
        let result = try check(Self.policy, "--fix")
        #expect(result.output == "policy.json: update policy, 1 entry, 5 corrections, no errors\n")
        #expect(result.status == 0)
        let corrected = #"""
            {
              "created_at": "2021-03-28T10:00:00Z",
              "details": [
                { "os_version": "13.*.*", "app_version": ["1.0.0", "1.1.0"], "redirect_url": "https://a.example", "title": "お願い,]"  }
              ]
            }
            """#
        #expect(try text == corrected)
        #expect(try check(corrected, "--fix").output == "policy.json: update policy, 1 entry, no errors\n")
        #expect(try text == corrected)
    }

    @Test func timeZoneComesFromManifestOrOption() throws {
        let policy = #"{"created_at": "2021/03/28 10:00:00", "details": []}"#
        let warning = """
            policy.json:1:16: warning: ‘2021/03/28 10:00:00’ is not a time in ISO 8601; write "2021-03-28T01:00:00Z", which \
            is the same time

            """
        #expect(try check(policy, "--time-zone", "+09:00").output.hasPrefix(warning))
        #expect(try check(policy, "--time-zone", "-04:30", "--fix").status == 0)
        #expect(try text == #"{"created_at": "2021-03-28T14:30:00Z", "details": []}"#)
        try shop.write(
            "time_zone: +09:00\n" + String(contentsOfFile: shop.path + "/toggles.yaml", encoding: .utf8),
            to: "toggles.yaml"
        )
        try shop.write(policy, to: "policy.json")
        #expect(try shop.run("check", "policy.json").output.hasPrefix(warning))
        #expect(try shop.run("check", "--fix", "policy.json").status == 0)
        #expect(try text == #"{"created_at": "2021-03-28T01:00:00Z", "details": []}"#)
        let refused = try shop.run("check", "--time-zone", "Asia/Tokyo", "policy.json")
        #expect(refused.status == 2)
        #expect(
            refused.error.contains(
                "--time-zone Asia/Tokyo: that is not an offset from UTC; write hours and minutes, as in +09:00."
            )
        )
    }

    @Test func byteOrderMarkIsRemoved() throws {
        let result = try check("\u{FEFF}" + Self.policy, "--fix")
        #expect(result.output == "policy.json: update policy, 1 entry, 6 corrections, no errors\n")
        let bytes = try Data(contentsOf: URL(filePath: shop.path + "/policy.json"))
        #expect(bytes.starts(with: Data("{\n  \"created_at\": \"2021-03-28T10:00:00Z\",".utf8)))
        // Also if nothing else is wrong.
        #expect(
            try check("\u{FEFF}" + String(decoding: bytes, as: UTF8.self), "--fix").output.contains(" 1 correction,")
        )
        #expect(try Data(contentsOf: URL(filePath: shop.path + "/policy.json")) == bytes)
    }

    @Test(arguments: [
        #"{"flags": {"a": {"state": "ENABLED", "variants": {"on": true,}, "defaultVariant": "on"}}}"#,
        #"{"created_at": "2021/03/28", "details": [,]}"#, #"{"created_at": "2021/03/28", "details": [}"#, "",
    ])
    func otherErrorsAreNotCorrected(policy: String) throws {
        let result = try check(policy, "--fix")
        #expect(result.status == 1)
        #expect(result.output.contains("1 error"))
        #expect(try text == policy)
    }

    @Test func standardInputCannotBeCorrected() throws {
        let result = try BuiltCommand("toggles").run(
            ["check", "--alone", "--fix", "-"],
            environment: shop.environment,
            in: shop.path
        )
        #expect(result.status == 2)
        #expect(result.error.contains("'--fix' needs a file to write to."))
    }

    @Test func policyCanBeTested() throws {
        try shop.write(Self.policy, to: "policy.json")
        let result = try shop.run("update-policy", "test", "--app", "1.1.0", "--os", "13.4", "policy.json")
        #expect(result.output.hasPrefix("version 1.1.0, system 13.4: update required\n  title     お願い,]\n"))
        #expect(result.output.hasSuffix("decided by details[0], line 4\n"))
    }
}
