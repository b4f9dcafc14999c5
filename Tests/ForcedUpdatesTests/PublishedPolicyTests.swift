import FeatureToggles
import Testing

@testable import ForcedUpdates

/// A policy in the form in which many apps already serve theirs: a date with slashes, and commas before closing
/// brackets.
struct PublishedPolicyTests {
    private static let text = """
        {
          "created_at": "2021/03/28 10:00:00",
          "details": [
            {
              "os_version": "13.*.*",
              "app_version": ["1.0.0", "1.1.0",],
              "title": "アップデートのお願い",
              "message": "このバージョンでは注文を保存できないことがあります。最新バージョンをご利用ください。",
              "button_text": "アップデートする",
              "redirect_url": "https://apps.example.com/jp/shop",
            },
          ],
        }
        """

    private let folder = PolicyFolder()

    @Test func appReadsItAsPublished() throws {
        let policy = try #require(UpdatePolicyDocument.accept(Array(Self.text.utf8), schemes: ["https"]).document)
        // 2021-03-28T10:00:00Z.
        #expect(policy.createdAt == 1_616_925_600_000)
        #expect(policy.entries.count == 1)
        let context = EvaluationContext(attributes: ["appVersion": "1.1.0", "osVersion": "13.7"])
        let notice = UpdateNotice(
            title: "アップデートのお願い",
            message: "このバージョンでは注文を保存できないことがあります。最新バージョンをご利用ください。",
            buttonText: "アップデートする",
            storeLink: "https://apps.example.com/jp/shop"
        )
        #expect(policy.verdict(for: context).decision == .updateRequired(notice))
    }

    @Test(arguments: [
        ("1.0.0", "13.0", true), ("1.0", "13.0.0", true), ("1.1.0", "13.7.1", true), ("1.0.0+7", "13.4", true),
        ("1.0.1", "13.0", false), ("1.2.0", "13.4", false), ("1.10.0", "13.4", false), ("1.0.0", "12.5.7", false),
        ("1.0.0", "14.0", false), ("1.1.0", "130.0", false), ("1.0.0-beta", "13.4", false), ("dev", "13.4", false),
    ])
    func appFollowsIt(app: String, os: String, isLocked: Bool) async throws {
        let source = ScriptedPolicySource(Self.text)
        #expect(await folder.start(source, app: app, os: os).check().isLocked == isLocked)
        // The lock is stored, and so is the policy.
        let restarted = folder.start(ScriptedPolicySource.unreachable, app: app, os: os)
        #expect(restarted.decision.isLocked == isLocked)
        #expect(await restarted.check().isLocked == isLocked)
    }

    @Test func newerPolicyInEitherFormReplacesIt() async throws {
        let source = ScriptedPolicySource(Self.text)
        let updates = folder.start(source, app: "1.0.0", os: "13.4")
        #expect(await updates.check().isLocked)
        source.answer(#"{"created_at": "2021/03/28 09:59:59", "details": []}"#)
        #expect(await updates.check().isLocked)
        #expect(!updates.problems.isEmpty)
        source.answer(#"{"created_at": "2021-03-28T19:00:01+09:00", "details": [],}"#)
        #expect(await updates.check() == .upToDate)
        #expect(updates.problems.isEmpty)
    }

    @Test func oldFormIsWarningWithItsPlace() throws {
        let reading = UpdatePolicyDocument.read(Array(Self.text.utf8))
        #expect(reading.document != nil)
        #expect(reading.diagnostics.allSatisfy { $0.severity == .warning })
        let comma =
            "JSON allows no comma before a closing bracket; apps ignore this one, but other readers reject the file; remove it"
        #expect(
            reading.diagnostics.map(\.description) == [
                "line 6, column 39: \(comma)", "line 10, column 57: \(comma)", "line 11, column 6: \(comma)",
                "line 12, column 4: \(comma)",
                """
                created_at: ‘2021/03/28 10:00:00’ is not a time in ISO 8601; apps read it in UTC, so write \
                "2021-03-28T10:00:00Z", or the offset of its time zone instead of Z, such as +09:00
                """,
            ]
        )
    }

    @Test(arguments: ["2021/03/28 19:00:00+09:00", "2021/03/28T10:00:00Z", "2021/03/28 06:00 -0400"])
    func timeWithOffsetNeedsNoOtherOffset(text: String) {
        let reading = UpdatePolicyDocument.read(Array(#"{"created_at": "\#(text)", "details": []}"#.utf8))
        #expect(
            reading.diagnostics.map(\.message) == [
                "‘\(text)’ is not a time in ISO 8601; write \"2021-03-28T10:00:00Z\", which is the same time"
            ]
        )
    }

    @Test(arguments: [
        ("2021/03/28", true), ("2021/03/28 10:00", true), ("2021/03/28T10:00:00Z", true),
        ("2021/03/28 10:00:00+09:00", true), ("2021/3/28", false), ("2021/03-28", false), ("2021-03/28", false),
        ("2021/02/30", false), ("28/03/2021", false), ("2021/03/28 24:00", false), ("2021//28", false),
        ("2021/", false),
    ])
    func onlyWholeDatesCanHaveSlashes(text: String, isValid: Bool) {
        let policy = Array(#"{"created_at": "\#(text)", "details": []}"#.utf8)
        #expect((UpdatePolicyDocument.accept(policy, schemes: []).document != nil) == isValid)
    }

    @Test(arguments: [
        #"{"created_at": 0, "details": [,]}"#, #"{"created_at": 0,, "details": []}"#,
        #"{"created_at": 0, "details": [{"app_version": "1.0",,}]}"#, #"{"created_at": 0, "details": []},"#,
        #"{"created_at": 0, "details": [}"#,
    ])
    func otherCommasAreErrors(text: String) async {
        #expect(UpdatePolicyDocument.read(Array(text.utf8)).document == nil)
        let updates = folder.start(ScriptedPolicySource(text))
        await updates.check()
        #expect(!updates.problems.isEmpty)
    }
}
