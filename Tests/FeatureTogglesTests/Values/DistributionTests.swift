import TestSupport
import Testing
import ToggleBase

@testable import FeatureToggles

struct DistributionTests {
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
    func profileShowsTheDistribution(xml: String, expected: String?) {
        var facts = DistributionFacts()
        facts.profile = profile(xml)
        #expect(Distribution(facts)?.rawValue == expected)
        // The same profile is in the app from the Mac App Store.
        facts = DistributionFacts()
        facts.macProfile = profile(xml)
        #expect(Distribution(facts)?.rawValue == (expected == "testflight" ? nil : expected))
    }

    /// Facts, and the distribution that they show.
    struct Installation: Sendable, CustomTestStringConvertible {
        let testDescription: String
        var profile: String?
        var macProfile: String?
        var macReceipt: String?
        var environment: String?
        var receiptName: String?
        let expected: Distribution?
    }

    private static let development = "<key>get-task-allow</key><true/>"
    private static let adHoc = "<key>get-task-allow</key><false/><key>ProvisionedDevices</key><array></array>"
    private static let inHouse = "<key>ProvisionsAllDevices</key><true/>"
    private static let beta = "<key>beta-reports-active</key><true/>"

    static let installations = [
        Installation(
            testDescription: "TestFlight, before any purchase: no file has the name",
            environment: "Sandbox",
            receiptName: "sandboxReceipt",
            expected: .testflight
        ),
        Installation(
            testDescription: "TestFlight, offline on the first launch: no transaction",
            receiptName: "sandboxReceipt",
            expected: .testflight
        ),
        Installation(
            testDescription: "the App Store",
            environment: "Production",
            receiptName: "receipt",
            expected: .appstore
        ),
        Installation(testDescription: "the App Store, no transaction", receiptName: "receipt", expected: .appstore),
        Installation(
            testDescription: "the App Store over TestFlight, while the URL has the name of before",
            environment: "Production",
            receiptName: "sandboxReceipt",
            expected: .appstore
        ),
        Installation(
            testDescription: "TestFlight over the App Store",
            environment: "Sandbox",
            receiptName: "receipt",
            expected: .testflight
        ),
        Installation(
            testDescription: "Xcode, an optimized build",
            profile: development,
            environment: "Xcode",
            receiptName: "sandboxReceipt",
            expected: .debug
        ),
        Installation(testDescription: "Xcode, StoreKit testing", environment: "Xcode", expected: .debug),
        Installation(
            testDescription: "ad hoc, whose URL has the name of TestFlight",
            profile: adHoc,
            receiptName: "sandboxReceipt",
            expected: .enterprise
        ),
        Installation(
            testDescription: "in-house",
            profile: inHouse,
            receiptName: "receipt",
            expected: .enterprise
        ),
        Installation(
            testDescription: "the Mac App Store, with the profile of its upload",
            macProfile: beta,
            macReceipt: "1\u{82}type: Production",
            expected: .appstore
        ),
        Installation(
            testDescription: "TestFlight on the Mac",
            macProfile: beta,
            macReceipt: "1\u{82}ProductionSandbox0",
            expected: .testflight
        ),
        Installation(
            testDescription: "TestFlight on the Mac, by its transaction",
            macReceipt: "damaged",
            environment: "Sandbox",
            expected: .testflight
        ),
        Installation(testDescription: "a Mac app with a damaged receipt", macReceipt: "damaged", expected: nil),
        Installation(testDescription: "a Mac app from Xcode", macProfile: development, expected: .debug),
        Installation(
            testDescription: "a Mac app with a Developer ID and a profile",
            macProfile: inHouse,
            expected: .enterprise
        ),
        Installation(testDescription: "a Mac app with a Developer ID", expected: nil),
        Installation(
            testDescription: "unknown names",
            environment: "Moon",
            receiptName: "StoreKit",
            expected: nil
        ),
    ]

    @Test(arguments: installations)
    func factsShowTheDistribution(installation: Installation) {
        var facts = DistributionFacts()
        facts.profile = installation.profile.map(profile)
        facts.macProfile = installation.macProfile.map(profile)
        facts.macReceipt = installation.macReceipt.map { Array($0.utf8) }
        facts.environment = installation.environment
        facts.receiptName = installation.receiptName
        #expect(Distribution(facts) == installation.expected)
    }

    @Test func filesOfTheBundleAreFacts() throws {
        let folder = try TemporaryFolder()
        try folder.createFolder("App.app/Contents/_MASReceipt")
        try folder.write("a", to: "App.app/embedded.mobileprovision")
        try folder.write("b", to: "App.app/Contents/embedded.provisionprofile")
        try folder.createFolder("App.app/Contents/_MASReceipt/receipt")
        var facts = DistributionFacts()
        facts.profile = Array("a".utf8)
        facts.macProfile = Array("b".utf8)
        #expect(DistributionFacts(bundle: folder.path("App.app")) == facts, "a folder isn't a receipt")
    }

    @Test(arguments: ["<key>get-task-allow</key>", "<key>get-task-allow</key>   ", "<key>get-task-allo"])
    func truncatedProfilesAreSafe(text: String) {
        var facts = DistributionFacts()
        facts.profile = Array(text.utf8)
        #expect(Distribution(facts) == nil)
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
        DistributionDetection { [held] end in held.take { end(distribution) } }
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

    @Test func attributeIsAnnouncedOnceAfterManyChanges() {
        let client = makeClient(device, detection(.testflight))
        for user in ["ada", "bob", "eve"] { client.context.targetingKey = user }
        let announced = Mutex(0)
        let observation = client.observe { announced.withLock { $0 += 1 } }
        held.runAll()
        #expect(client.context["distribution"] == "testflight")
        client.context = client.context
        #expect(announced.withLock { $0 } == 1)
        withExtendedLifetime(observation) {}
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
        let detection = DistributionDetection { [held] end in
            held.take {
                reads.withLock { $0 += 1 }
                end(.appstore)
            }
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

    @Test func completionWaitsForDetection() async {
        let detection = DistributionDetection { end in Task.detached { end(.testflight) } }
        let context = await detection.completedAfterDetection(device)
        #expect(context["distribution"] == "testflight")
        #expect(detection.current == .testflight)
    }
}
