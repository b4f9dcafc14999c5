import TestSupport
import Testing
import ToggleBase

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

struct DistributionDetectionTests {
    private let held = HeldWork()
    private let device: EvaluationContext = {
        var context = EvaluationContext.device()
        context["distribution"] = nil
        return context
    }()

    /// Returns a detection that ends when the test runs the held work.
    private func detection(_ distribution: Distribution?) -> DistributionDetection {
        DistributionDetection(background: held.take) { distribution }
    }

    private func makeClient(_ context: EvaluationContext, _ detection: DistributionDetection) -> ToggleClient {
        ToggleClient(
            registries: [TestToggles.registry],
            overrides: .none,
            context: context,
            remote: nil,
            distribution: detection
        )
    }

    /// Returns the device's context for a user.
    private func device(_ user: String) -> EvaluationContext {
        var context = device
        context.targetingKey = user
        return context
    }

    @Test func clientAddsTheAttributeAfterDetection() {
        let client = makeClient(device, detection(.testflight))
        #expect(client.context == device)
        held.runAll()
        #expect(client.context["distribution"] == "testflight")
    }

    @Test func clientAddsTheAttributeIfTheDetectionEndsDuringItsCreation() {
        /// Ends the detection after the client has read the facts.
        final class Follower: RemoteFollower {
            let current: Mutex<RemoteFacts>
            let held: HeldWork
            let published = Mutex<(@Sendable (RemoteFacts) -> Void)?>(nil)

            init(_ context: EvaluationContext, _ held: HeldWork) {
                current = Mutex(RemoteFacts(context: context))
                self.held = held
            }

            var facts: RemoteFacts { current.withLock { $0 } }

            func start(publishing publish: @escaping @Sendable (RemoteFacts) -> Void) {
                published.withLock { $0 = publish }
                held.runAll()
            }

            func changeContext(_ change: (EvaluationContext) -> EvaluationContext) {
                let new = current.withLock { facts in
                    facts.context = change(facts.context)
                    facts.version += 1
                    return facts
                }
                published.withLock { $0 }?(new)
            }

            func stop() {}
        }

        let detection = detection(.testflight)
        // Another client began it.
        detection.whenDetected { _ in }
        let client = ToggleClient(
            registries: [TestToggles.registry],
            overrides: .none,
            context: device,
            remote: Follower(device, held),
            distribution: detection
        )
        #expect(client.context["distribution"] == "testflight")
    }

    @Test func changesOfTheAppStay() {
        let client = makeClient(device, detection(.appstore))
        client.context.targetingKey = "ada"
        held.runAll()
        #expect(client.context.targetingKey == "ada")
        #expect(client.context["distribution"] == "appstore")
    }

    @Test func contextFromBeforeDetectionGetsTheAttribute() {
        let detection = detection(.testflight)
        let first = makeClient(device, detection)
        held.runAll()
        let second = makeClient(device, detection)
        #expect(second.context["distribution"] == "testflight")
        for client in [first, second] {
            client.context = device("ada")
            #expect(client.context.targetingKey == "ada")
            #expect(client.context["distribution"] == "testflight", "signing in keeps it")
            client.changeContext { _ in device("bert") }
            #expect(client.context["distribution"] == "testflight")
        }
        #expect(held.count == 0)
    }

    @Test func laterContextStartsDetection() {
        let client = makeClient(EvaluationContext(targetingKey: "guest"), detection(.enterprise))
        #expect(held.count == 0, "the context doesn't describe the device")
        client.context = device("ada")
        #expect(held.count == 1)
        held.runAll()
        #expect(client.context["distribution"] == "enterprise")
        #expect(client.context.targetingKey == "ada")
    }

    @Test func otherContextsStay() {
        let detection = detection(.appstore)
        var kiosk = device
        kiosk["distribution"] = "kiosk"
        let other = makeClient(EvaluationContext(targetingKey: "ada"), detection)
        let custom = makeClient(kiosk, detection)
        let later = makeClient(device, detection)
        later.context = kiosk
        held.runAll()
        #expect(other.context == EvaluationContext(targetingKey: "ada"))
        #expect(custom.context == kiosk)
        #expect(later.context == kiosk)
        later.context["plan"] = "pro"
        #expect(later.context["distribution"] == "kiosk")
    }

    @Test func filesAreReadOnce() {
        let reads = Mutex(0)
        let calls = Mutex<[Distribution?]>([])
        let detection = DistributionDetection(background: held.take) {
            reads.withLock { $0 += 1 }
            return .appstore
        }
        for _ in 0..<2 { detection.whenDetected { distribution in calls.withLock { $0.append(distribution) } } }
        #expect(calls.withLock { $0 } == [])
        held.runAll()
        #expect(calls.withLock { $0 } == [.appstore, .appstore])
        detection.whenDetected { distribution in calls.withLock { $0.append(distribution) } }
        #expect(calls.withLock { $0 } == [.appstore, .appstore, .appstore], "the result is known")
        #expect(held.count == 0)
        #expect(reads.withLock { $0 } == 1)
    }

    @Test func unknownDistributionIsLeftOut() async {
        let detection = detection(nil)
        let client = makeClient(device, detection)
        held.runAll()
        client.context = device("ada")
        #expect(client.context == device("ada"))
        #expect(await detection.completedAfterDetection(device) == device)
        #expect(held.count == 0)
    }

    @Test func detectionRunsInTheBackground() async {
        let detection = DistributionDetection { .testflight }
        let context = await detection.completedAfterDetection(device)
        #expect(context["distribution"] == "testflight")
        #expect(detection.current == .testflight)
    }
}
