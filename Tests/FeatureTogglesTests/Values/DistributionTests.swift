import TestSupport
import Testing

@testable import FeatureToggles

struct DistributionTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try folder.createFolder("App.app/Contents/_MASReceipt")
        try folder.createFolder("Data/StoreKit")
    }

    private var distribution: Distribution? {
        Distribution(in: AppFolders(bundle: folder.path("App.app"), data: folder.path("Data")))
    }

    /// Returns a profile with some XML between the bytes of its signature.
    private func profile(_ xml: String) -> [UInt8] {
        [0x30, 0x82, 0x1F, 0x00, 0x06, 0xFF, 0xFE]
            + Array("<?xml version=\"1.0\"?><plist version=\"1.0\"><dict>\n\(xml)\n</dict></plist>".utf8)
            + [0xA0, 0x82, 0x00, 0x3C]
    }

    @Test(arguments: [
        ("<dict><key>get-task-allow</key>\n\t<true/></dict><key>ProvisionedDevices</key><array/>", "debug"),
        ("<key>com.apple.security.get-task-allow</key><true/>", "debug"),
        ("<key>get-task-allow</key>\n<false/>\n<key>beta-reports-active</key>\n<true/>", "testflight"),
        ("<key>get-task-allow</key><false/><key>ProvisionsAllDevices</key>\n<true/>", "enterprise"),
        ("<key>get-task-allow</key><false/><key>ProvisionedDevices</key><array></array>", "enterprise"),
        ("<key>get-task-allow</key><false/>", nil),
        ("<key>ProvisionsAllDevices</key><false/>", nil),
        ("", nil),
    ])
    func profileShowsTheDistribution(xml: String, expected: String?) throws {
        try folder.write(profile(xml), to: "App.app/embedded.mobileprovision")
        #expect(distribution?.rawValue == expected)
        try folder.remove("App.app/embedded.mobileprovision")
        try folder.write(profile(xml), to: "App.app/Contents/embedded.provisionprofile")
        // The same profile is in the app from the Mac App Store.
        #expect(distribution?.rawValue == (expected == "testflight" ? nil : expected))
    }

    @Test func receiptShowsTheStore() throws {
        #expect(distribution == nil)
        try folder.write("receipt", to: "Data/StoreKit/receipt")
        #expect(distribution == .appstore)
        try folder.write("receipt", to: "Data/StoreKit/sandboxReceipt")
        #expect(distribution == .testflight)
    }

    @Test func macReceiptShowsTheStore() throws {
        let receipt = "App.app/Contents/_MASReceipt/receipt"
        try folder.write("type: Production", to: receipt)
        #expect(distribution == .appstore)
        let beta = profile("<key>beta-reports-active</key><true/>")
        try folder.write(beta, to: "App.app/Contents/embedded.provisionprofile")
        #expect(distribution == .appstore)
        try folder.write([0x31, 0x82, 0x0C, 0x11] + Array("ProductionSandbox".utf8) + [0x30], to: receipt)
        #expect(distribution == .testflight)
    }

    @Test func profileTakesPrecedenceOverAReceipt() throws {
        try folder.write("receipt", to: "Data/StoreKit/sandboxReceipt")
        try folder.write(profile("<key>get-task-allow</key><true/>"), to: "App.app/embedded.mobileprovision")
        #expect(distribution == .debug)
    }

    @Test func profileOfTheMacAppStoreLeavesTheReceiptToDecide() throws {
        try folder.write(profile("<key>Entitlements</key><dict/>"), to: "App.app/Contents/embedded.provisionprofile")
        try folder.write("receipt", to: "App.app/Contents/_MASReceipt/receipt")
        #expect(distribution == .appstore)
    }

    @Test(arguments: ["<key>get-task-allow</key>", "<key>get-task-allow</key>   ", "<key>get-task-allo"])
    func truncatedProfilesAreSafe(text: String) throws {
        try folder.write(Array(text.utf8), to: "App.app/embedded.mobileprovision")
        #expect(distribution == nil)
    }

    @Test func folderInPlaceOfAFileIsIgnored() throws {
        try folder.createFolder("App.app/embedded.mobileprovision")
        try folder.createFolder("Data/StoreKit/receipt")
        #expect(distribution == nil)
    }

    #if os(Linux)
    @Test func linuxIsKnownAtOnce() {
        #expect(EvaluationContext.device()["distribution"] == "linux")
    }
    #endif

    @Test func attributeNameIsSuggestedForOtherSpellings() {
        #expect(EvaluationContext.Attribute.meant(by: "Distribution") == "distribution")
    }
}

@Suite(.timeLimit(.minutes(5))) struct DistributionDetectionTests {
    private func makeClient(_ context: EvaluationContext) -> ToggleClient {
        ToggleClient(registries: [TestToggles.registry], overrides: .none, context: context)
    }

    private func device() -> EvaluationContext {
        var context = EvaluationContext.device()
        context["distribution"] = nil
        return context
    }

    @Test func clientAddsTheAttributeInTheBackground() async {
        let client = makeClient(device())
        let changes = client.changes()
        client.addDistribution(DistributionDetection { .testflight })
        _ = await changes.first { _ in true }
        #expect(client.context["distribution"] == "testflight")
    }

    @Test func changesOfTheAppStay() async {
        let client = makeClient(device())
        client.context.targetingKey = "ada"
        let changes = client.changes()
        client.addDistribution(DistributionDetection { .appstore })
        _ = await changes.first { _ in true }
        #expect(client.context.targetingKey == "ada")
        #expect(client.context["distribution"] == "appstore")
    }

    @Test func otherContextsStay() async {
        let detection = DistributionDetection { .appstore }
        let client = makeClient(EvaluationContext(targetingKey: "ada"))
        client.addDistribution(detection)
        let custom = makeClient(device())
        custom.context["distribution"] = "kiosk"
        custom.addDistribution(detection)
        await withCheckedContinuation { continuation in
            detection.whenDetected { _ in continuation.resume() }
        }
        #expect(client.context == EvaluationContext(targetingKey: "ada"))
        #expect(custom.context["distribution"] == "kiosk")
    }

    @Test func filesAreReadOnce() async {
        let count = Mutex(0)
        let detection = DistributionDetection {
            count.withLock { $0 += 1 }
            return nil
        }
        await withCheckedContinuation { first in
            detection.whenDetected { _ in first.resume() }
            detection.whenDetected { _ in }
        }
        #expect(count.withLock { $0 } == 1)
        #expect(detection.current == nil)
    }
}
