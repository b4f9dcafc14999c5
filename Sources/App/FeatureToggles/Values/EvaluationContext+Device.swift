extension EvaluationContext {
    /// The names of the attributes that ``device(appVersion:appBuild:)`` sets.
    ///
    /// Use these names in the rules of every platform that shares the document.
    public enum Attribute {
        /// The version of the app, such as "3.2.0", for `sem_ver`.
        public static let appVersion = "appVersion"
        /// The build of the app, such as "4711".
        public static let appBuild = "appBuild"
        /// The app's identifier: the bundle identifier, or elsewhere the name of the executable.
        public static let appID = "appId"
        /// The operating system, such as "iOS", "macOS", or "Linux".
        ///
        /// This is the system that the process runs on: "macOS" for an iOS app on a Mac, with or without Mac Catalyst,
        /// and "iOS" in an iPhone simulator.
        public static let osName = "osName"
        /// The version of the system that ``osName`` names, such as "17.1.2".
        ///
        /// In a simulator, it is the version of the simulated system. On a system without a version, it is the
        /// kernel's.
        public static let osVersion = "osVersion"
        /// The locale, such as "de-AT" (BCP 47).
        public static let locale = "locale"
        /// The language of the locale, such as "de".
        public static let language = "language"
        /// The model of the device, such as "iPhone15,2".
        ///
        /// In a simulator, it is the model of the simulated device. Without a model, it is the processor architecture.
        public static let deviceModel = "deviceModel"
        /// How this copy of the app was distributed: "debug", "simulator", "testflight", "appstore", "enterprise", or
        /// "linux".
        ///
        /// "debug" is a debug build, or one that Xcode installed on a device; "enterprise" is the team's own
        /// distribution: in-house, ad hoc, or with a Developer ID and a provisioning profile. On devices, an optimized
        /// build reads the embedded provisioning profile and the receipt of the store, once, in the background. Until
        /// that's done, which takes a few milliseconds, ``EvaluationContext/device(appVersion:appBuild:)`` doesn't set
        /// the attribute. A client then adds it to its ambient context. Without either file, it's left out.
        public static let distribution = "distribution"

        /// The attributes that an update of the app or the system, or a setting of the device, changes.
        package static let changing: Set<String> = [appVersion, appBuild, osVersion, locale, language, distribution]

        /// All attributes, whose values are text.
        package static let all = [
            appVersion, appBuild, appID, osName, osVersion, locale, language, deviceModel, distribution,
        ]

        /// The attributes, keyed by name without case and separators.
        private static let byLetters = Dictionary(all.map { (letters(of: $0), $0) }, uniquingKeysWith: { $1 })

        private static func letters(of name: String) -> String {
            name.lowercased().filter { $0 != "_" && $0 != "-" }
        }

        /// Returns the attribute that a name such as `app_version` stands for, if it differs only in case or
        /// separators.
        ///
        /// It returns `nil` for the exact name of an attribute and for any other name.
        package static func meant(by name: String) -> String? {
            byLetters[letters(of: name)].flatMap { $0 == name ? nil : $0 }
        }
    }

    /// Returns a context that describes the app and the device of this process, without a targeting key.
    ///
    /// It is the default ambient context of a client. Nothing in it identifies a user or a device. Attributes that
    /// can't be determined are left out, and rules see `null`.
    ///
    /// - Parameters:
    ///   - appVersion: The version of the app; `nil` uses the bundle's (`CFBundleShortVersionString`), if there is a
    ///     bundle.
    ///   - appBuild: The build of the app; `nil` uses the bundle's (`CFBundleVersion`).
    /// - Returns: A context with the attributes of ``Attribute``.
    public static func device(appVersion: String? = nil, appBuild: String? = nil) -> EvaluationContext {
        var attributes = process
        attributes[Attribute.distribution] = DistributionDetection.process.current.map { .string($0.rawValue) }
        if let appVersion { attributes[Attribute.appVersion] = .string(appVersion) }
        if let appBuild { attributes[Attribute.appBuild] = .string(appBuild) }
        return EvaluationContext(attributes: attributes)
    }

    /// Whether the context has the attributes of this device.
    var describesDevice: Bool {
        self[Attribute.osName] != nil && self[Attribute.osName] == Self.process[Attribute.osName]
            && self[Attribute.appID] == Self.process[Attribute.appID]
    }

    /// The attributes of this process that are known at once, and don't change while it runs.
    private static let process: [String: JSONValue] = {
        var attributes: [String: JSONValue] = [:]
        func set(_ name: String, _ value: String?) {
            if let value, !value.isEmpty { attributes[name] = .string(value) }
        }
        set(Attribute.appID, Device.appID)
        set(Attribute.appVersion, Device.bundleValue("CFBundleShortVersionString"))
        set(Attribute.appBuild, Device.bundleValue("CFBundleVersion"))
        set(Attribute.osName, Device.osName)
        set(Attribute.osVersion, Device.osVersion)
        set(Attribute.deviceModel, Device.model)
        let locale = Device.locale
        set(Attribute.locale, locale)
        set(Attribute.language, locale?.split(separator: "-").first.map(String.init))
        return attributes
    }()
}
