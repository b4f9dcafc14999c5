import Testing

@testable import FeatureToggles

struct DeviceContextTests {
    @Test func appCanSetItsVersion() {
        let context = EvaluationContext.device(appVersion: "3.2.0", appBuild: "4711")
        #expect(context.targetingKey == nil)
        #expect(context["appVersion"] == "3.2.0")
        #expect(context["appBuild"] == "4711")
    }

    @Test func systemAttributesAreSet() throws {
        let context = EvaluationContext.device()
        for name in ["osName", "osVersion", "deviceModel", "appId"] {
            guard case .string(let text)? = context[name] else {
                Issue.record("\(name) is \(String(describing: context[name]))")
                continue
            }
            #expect(!text.isEmpty)
        }
        #if os(Linux)
        #expect(context["osName"] == "Linux")
        #endif
    }

    @Test(arguments: [
        ("6.1.0-18-amd64", "6.1.0"), ("14", "14"), ("5.15.153.1-microsoft", "5.15.153"), ("v6", nil), ("", nil),
    ])
    func versionsHaveAtMostThreeParts(text: String, version: String?) {
        #expect(Device.version(in: text) == version)
    }

    @Test(arguments: [
        ("de_AT.UTF-8@euro", "de-AT"), ("en_US", "en-US"), ("de", "de"), ("C.UTF-8", nil), ("POSIX", nil), ("", nil),
    ])
    func localesBecomeLanguageTags(locale: String, tag: String?) {
        #expect(Device.languageTag(ofLocale: locale) == tag)
    }

    @Test func releaseFileIsReadLineByLine() {
        let text = "NAME=\"Debian GNU/Linux\"\nVERSION_ID=\"12\"\nVERSION='12 (bookworm)'\nEMPTY=\n"
        #expect(Device.release("VERSION_ID", in: text) == "12")
        #expect(Device.release("VERSION", in: text) == "12 (bookworm)")
        #expect(Device.release("EMPTY", in: text) == nil)
        #expect(Device.release("ID", in: text) == nil)
    }
}
