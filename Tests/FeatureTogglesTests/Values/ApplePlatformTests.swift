import Testing

@testable import FeatureToggles

struct ApplePlatformTests {
    /// The kernel values of a Mac, which processes in simulators see, too.
    private static let mac = [
        "kern.osproductversion": "15.6", "kern.iossupportversion": "18.6", "hw.model": "Mac15,3", "hw.machine": "arm64",
    ]
    private static let phone = ["kern.osproductversion": "18.1.1", "hw.model": "D73AP", "hw.machine": "iPhone15,2"]
    private static let watch = ["kern.osproductversion": "11.2", "hw.model": "N199bAP", "hw.machine": "Watch7,5"]
    private static let simulator = [
        "SIMULATOR_RUNTIME_VERSION": "18.2", "SIMULATOR_MODEL_IDENTIFIER": "iPhone17,1",
    ]

    typealias Case = (
        platform: ApplePlatform, isSimulator: Bool, environment: [String: String], system: [String: String],
        osName: String, osVersion: String?, model: String?
    )

    static let cases: [Case] = [
        (.macOS, false, [:], mac, "macOS", "15.6", "Mac15,3"),
        (.iOS, false, [:], phone, "iOS", "18.1.1", "iPhone15,2"),
        (.watchOS, false, [:], watch, "watchOS", "11.2", "Watch7,5"),
        (.tvOS, false, [:], phone, "tvOS", "18.1.1", "iPhone15,2"),
        (.visionOS, false, [:], phone, "visionOS", "18.1.1", "iPhone15,2"),
        // A simulator runs on the Mac's kernel.
        (.iOS, true, simulator, mac, "iOS", "18.2", "iPhone17,1"),
        (.tvOS, true, simulator, mac, "tvOS", "18.2", "iPhone17,1"),
        (.watchOS, true, simulator, mac, "watchOS", "18.2", "iPhone17,1"),
        (.visionOS, true, simulator, mac, "visionOS", "18.2", "iPhone17,1"),
        // Missing values instead of the Mac's.
        (.iOS, true, [:], mac, "iOS", nil, nil),
        // A leftover variable in the environment of a device or a Mac.
        (.iOS, false, simulator, phone, "iOS", "18.1.1", "iPhone15,2"),
        (.macOS, false, simulator, mac, "macOS", "15.6", "Mac15,3"),
        // iOS apps on a Mac.
        (.macCatalyst, false, [:], mac, "macOS", "15.6", "Mac15,3"),
        (.iOS, false, [:], mac, "macOS", "15.6", "Mac15,3"),
        // A kernel without these values.
        (.iOS, false, [:], [:], "iOS", nil, nil),
        (.macCatalyst, false, [:], [:], "macOS", nil, nil),
    ]

    @Test(arguments: cases.indices)
    func describesSystemOfProcess(index: Int) {
        let one = Self.cases[index]
        let description = one.platform.description(
            .init(isSimulator: one.isSimulator, environment: { one.environment[$0] }, system: { one.system[$0] })
        )
        #expect(
            description == .init(osName: one.osName, osVersion: one.osVersion, deviceModel: one.model),
            "\(one.platform)"
        )
    }
}
