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

    /// Returns the locale of the environment's variables, in BCP 47.
    private static func localeOfEnvironment() -> String? {
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

    static var locale: String? {
        guard let locale = CFLocaleCopyCurrent(), let identifier = CFLocaleGetIdentifier(locale) else {
            return localeOfEnvironment()
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

    /// Returns a field of the kernel's description of the system.
    private static func name(_ field: KeyPath<utsname, some Any>) -> String? {
        var system = utsname()
        guard uname(&system) == 0 else { return nil }
        return withUnsafeBytes(of: system[keyPath: field]) { bytes in
            String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        }
    }

    static var locale: String? { localeOfEnvironment() }

    #if os(Linux)
    static let distribution: Distribution? = .linux
    #else
    static let distribution: Distribution? = nil
    #endif
    #endif
}
