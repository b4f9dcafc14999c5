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
    /// The names of the attributes that ``device(appVersion:appBuild:)`` fills in.
    ///
    /// Rules of every platform that shares the document should call them so.
    public enum Attribute {
        /// The version of the app, such as "3.2.0", for `sem_ver`.
        public static let appVersion = "appVersion"
        /// The build of the app, such as "4711".
        public static let appBuild = "appBuild"
        /// What identifies the app: the bundle identifier, elsewhere the name of the executable.
        public static let appID = "appId"
        /// The operating system: "iOS", "macOS", "Linux" and so on.
        ///
        /// It is the system that the process runs on: "macOS" for an iOS app on a Mac, with Mac Catalyst or without, and
        /// "iOS" in a simulator of an iPhone.
        public static let osName = "osName"
        /// The version of the system that ``osName`` names, such as "17.1.2"; in a simulator, of the simulated system; of the
        /// kernel where there is no other.
        public static let osVersion = "osVersion"
        /// The locale, such as "de-AT" (BCP 47).
        public static let locale = "locale"
        /// The language of the locale, such as "de".
        public static let language = "language"
        /// The model of the device, such as "iPhone15,2"; in a simulator, of the simulated device; the processor's
        /// architecture where there is none.
        public static let deviceModel = "deviceModel"

        /// The attributes by their names without case and separators.
        private static let byLetters: [String: String] = {
            let all = [appVersion, appBuild, appID, osName, osVersion, locale, language, deviceModel]
            return Dictionary(all.map { (letters(of: $0), $0) }, uniquingKeysWith: { first, _ in first })
        }()

        private static func letters(of name: String) -> String {
            name.lowercased().filter { $0 != "_" && $0 != "-" }
        }

        /// The attribute that a name means which differs from it in case or separators alone, such as `app_version`; `nil`
        /// for the name itself, and for any other.
        package static func meant(by name: String) -> String? {
            byLetters[letters(of: name)].flatMap { $0 == name ? nil : $0 }
        }
    }

    /// What is known about the app and the device that this process runs on, without a targeting key.
    ///
    /// It is the ambient context of a client that was given no other. Nothing in it identifies a person or a device. What
    /// cannot be found out is left out, and rules see `null`.
    ///
    /// - Parameters:
    ///   - appVersion: The version of the app; `nil` takes the bundle's (`CFBundleShortVersionString`), where there is a
    ///     bundle.
    ///   - appBuild: The build of the app; `nil` takes the bundle's (`CFBundleVersion`).
    /// - Returns: A context with the attributes of ``Attribute``.
    public static func device(appVersion: String? = nil, appBuild: String? = nil) -> EvaluationContext {
        var attributes = process
        if let appVersion { attributes[Attribute.appVersion] = .string(appVersion) }
        if let appBuild { attributes[Attribute.appBuild] = .string(appBuild) }
        return EvaluationContext(attributes: attributes)
    }

    /// The attributes of this process, which do not change while it runs.
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

/// What this device and its system say of themselves.
enum Device {
    /// The version number at the beginning of a text, such as "6.1.0" of "6.1.0-18-amd64".
    static func version(in text: String) -> String? {
        let digits = text.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
        let parts = digits.split(separator: ".")
        return parts.isEmpty ? nil : parts.prefix(3).joined(separator: ".")
    }

    /// A POSIX locale as BCP 47: "de-AT" of "de_AT.UTF-8@euro"; `nil` for the locale of no language.
    static func languageTag(ofLocale locale: String) -> String? {
        let name = locale.prefix { $0 != "." && $0 != "@" }
        guard !name.isEmpty, name != "C", name != "POSIX" else { return nil }
        return String(name.map { $0 == "_" ? "-" : $0 })
    }

    /// The value of a key in the text of an `os-release` file.
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
            guard let text = getenv(variable).map({ String(cString: $0) }), !text.isEmpty else { continue }
            return languageTag(ofLocale: text)
        }
        return nil
    }

    #if canImport(Darwin)
    static var appID: String? {
        CFBundleGetMainBundle().flatMap { CFBundleGetIdentifier($0) }.map { $0 as String }
            ?? getprogname().map { String(cString: $0) }
    }

    static func bundleValue(_ key: String) -> String? {
        guard let bundle = CFBundleGetMainBundle(),
            let value = CFBundleGetValueForInfoDictionaryKey(bundle, key as CFString),
            CFGetTypeID(value) == CFStringGetTypeID()
        else { return nil }
        return value as? String
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
        var answers = ApplePlatform.Answers(
            environment: { name in getenv(name).map { String(cString: $0) } },
            system: { name in Device.system(name) }
        )
        #if targetEnvironment(simulator)
        answers.isSimulator = true
        #endif
        return platform.description(answers)
    }()

    static var osName: String? { platform.osName }

    static var osVersion: String? { platform.osVersion }

    static var model: String? { platform.deviceModel }

    static var locale: String? {
        guard let locale = CFLocaleCopyCurrent(), let identifier = CFLocaleGetIdentifier(locale) else {
            return fromEnvironment()
        }
        return languageTag(ofLocale: identifier.rawValue as String)
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
    #endif
}
