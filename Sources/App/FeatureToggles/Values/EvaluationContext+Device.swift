import ToggleBase

#if canImport(Darwin)
import CoreFoundation
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#endif

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

/// Properties of this device and its system.
enum Device {
    /// Returns the version number at the beginning of a text, such as "6.1.0" for "6.1.0-18-amd64".
    static func version(in text: String) -> String? {
        let digits = text.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
        let parts = digits.split(separator: ".")
        return parts.isEmpty ? nil : parts.prefix(3).joined(separator: ".")
    }

    /// Converts a POSIX locale to BCP 47, such as "de_AT.UTF-8@euro" to "de-AT"; `nil` for a locale without a language.
    static func languageTag(ofLocale locale: String) -> String? {
        let name = locale.prefix { $0 != "." && $0 != "@" }
        guard !name.isEmpty, name != "C", name != "POSIX" else { return nil }
        return String(name.map { $0 == "_" ? "-" : $0 })
    }

    /// Returns the value of a key in the text of an `os-release` file.
    ///
    /// - SeeAlso: https://www.freedesktop.org/software/systemd/man/latest/os-release.html
    static func release(_ key: String, in text: String) -> String? {
        for line in text.split(separator: "\n") where line.hasPrefix(key + "=") {
            let value = line.dropFirst(key.count + 1).filter { $0 != "\"" && $0 != "'" }
            return value.isEmpty ? nil : value
        }
        return nil
    }

    private static func name(_ field: KeyPath<utsname, some Any>) -> String? {
        var system = utsname()
        guard uname(&system) == 0 else { return nil }
        return withUnsafeBytes(of: system[keyPath: field]) { bytes in
            String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        }
    }

    private static func fromEnvironment() -> String? {
        for variable in ["LC_ALL", "LC_MESSAGES", "LANG"] {
            guard let text = ProcessEnvironment.value(variable), !text.isEmpty else { continue }
            return languageTag(ofLocale: text)
        }
        return nil
    }

    #if canImport(Darwin)
    static var appID: String? {
        CFBundleGetMainBundle().flatMap { CFBundleGetIdentifier($0) }.flatMap(text)
            ?? getprogname().map { String(cString: $0) }
    }

    static func bundleValue(_ key: String) -> String? {
        guard let bundle = CFBundleGetMainBundle(),
            let name = CFStringCreateWithCString(nil, key, CFStringBuiltInEncodings.UTF8.rawValue),
            let value = CFBundleGetValueForInfoDictionaryKey(bundle, name),
            CFGetTypeID(value) == CFStringGetTypeID()
        else { return nil }
        return text(unsafeDowncast(value, to: CFString.self))
    }

    /// Returns the text of a `CFString`; `as String` needs Foundation, which the core doesn't link.
    private static func text(_ string: CFString) -> String? {
        let encoding = CFStringBuiltInEncodings.UTF8.rawValue
        let capacity = CFStringGetMaximumSizeForEncoding(CFStringGetLength(string), encoding) + 1
        return withUnsafeTemporaryAllocation(of: CChar.self, capacity: capacity) { buffer in
            guard let start = buffer.baseAddress, CFStringGetCString(string, start, capacity, encoding) else {
                return nil
            }
            return String(cString: start)
        }
    }

    private static let platform: ApplePlatform.Description = {
        #if targetEnvironment(macCatalyst)
        let platform = ApplePlatform.macCatalyst
        #elseif os(iOS)
        let platform = ApplePlatform.iOS
        #elseif os(tvOS)
        let platform = ApplePlatform.tvOS
        #elseif os(watchOS)
        let platform = ApplePlatform.watchOS
        #elseif os(visionOS)
        let platform = ApplePlatform.visionOS
        #else
        let platform = ApplePlatform.macOS
        #endif
        var info = ApplePlatform.SystemInfo(
            environment: ProcessEnvironment.value,
            system: { name in Device.system(name) }
        )
        #if targetEnvironment(simulator)
        info.isSimulator = true
        #endif
        return platform.description(info)
    }()

    static var osName: String? { platform.osName }

    static var osVersion: String? { platform.osVersion }

    static var model: String? { platform.deviceModel }

    static var distribution: Distribution? {
        #if targetEnvironment(simulator)
        .simulator
        #elseif DEBUG
        .debug
        #else
        nil
        #endif
    }

    static var folders: AppFolders? {
        AppBundle.folder.map { AppFolders(bundle: $0, data: UserFolders.home(ProcessEnvironment.current)) }
    }

    static var locale: String? {
        guard let locale = CFLocaleCopyCurrent(), let identifier = CFLocaleGetIdentifier(locale) else {
            return fromEnvironment()
        }
        return text(identifier.rawValue).flatMap(languageTag(ofLocale:))
    }

    private static func system(_ key: String) -> String? {
        var size = 0
        guard sysctlbyname(key, nil, &size, nil, 0) == 0, size > 0 else { return nil }
        var bytes = [UInt8](repeating: 0, count: size)
        guard sysctlbyname(key, &bytes, &size, nil, 0) == 0 else { return nil }
        return String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
    #else
    static var appID: String? { CommandLine.arguments.first?.split(separator: "/").last.map(String.init) }

    static func bundleValue(_ key: String) -> String? { nil }

    static var osName: String? { name(\.sysname) }

    static var osVersion: String? {
        let release = try? FileReading.bytes(path: "/etc/os-release", limit: 1 << 16)
        return release.flatMap { Device.release("VERSION_ID", in: String(decoding: $0, as: UTF8.self)) }
            ?? name(\.release).flatMap(version(in:))
    }

    static var model: String? { name(\.machine) }

    static var locale: String? { fromEnvironment() }

    #if os(Linux)
    static let distribution: Distribution? = .linux
    #else
    static let distribution: Distribution? = nil
    #endif

    static var folders: AppFolders? { nil }
    #endif
}
