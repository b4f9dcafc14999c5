/// The Apple platform that this module was compiled for, and the name of its system.
///
/// Descriptions depend only on ``SystemInfo``, so they can be tested on any platform.
enum ApplePlatform: CaseIterable {
    case macOS, iOS, tvOS, watchOS, visionOS
    /// An iOS app compiled for the Mac.
    case macCatalyst

    /// The information about the system that a process can query.
    struct SystemInfo {
        /// Whether the module was compiled for a simulator.
        var isSimulator = false
        /// Returns the environment variable with a name.
        var environment: (String) -> String? = { _ in nil }
        /// Returns the string that `sysctlbyname` has for a name.
        var system: (String) -> String? = { _ in nil }
    }

    /// The operating system, its version, and the model of the device.
    struct Description: Hashable {
        var osName: String
        var osVersion: String?
        var deviceModel: String?
    }

    /// Describes the system that the process runs on.
    ///
    /// - An app in a simulator runs on the simulated device. The kernel would describe the Mac, so only the simulator's
    ///   environment is used.
    /// - An iOS app on a Mac (Mac Catalyst, or unchanged) runs on macOS: name, version, and model are the Mac's.
    func description(_ info: SystemInfo) -> Description {
        if info.isSimulator {
            return Description(
                osName: name,
                osVersion: info.environment("SIMULATOR_RUNTIME_VERSION"),
                deviceModel: info.environment("SIMULATOR_MODEL_IDENTIFIER")
            )
        }
        // Only the macOS kernel has this name; its value is the iOS version whose apps it runs.
        let runsAppsOfIOS = info.system("kern.iossupportversion").map { !$0.isEmpty } ?? false
        let isOnMac = self == .macOS || self == .macCatalyst || runsAppsOfIOS
        return Description(
            osName: isOnMac ? "macOS" : name,
            osVersion: info.system("kern.osproductversion"),
            deviceModel: info.system(isOnMac ? "hw.model" : "hw.machine")
        )
    }

    private var name: String {
        switch self {
        case .macOS, .macCatalyst: "macOS"
        case .iOS: "iOS"
        case .tvOS: "tvOS"
        case .watchOS: "watchOS"
        case .visionOS: "visionOS"
        }
    }
}
