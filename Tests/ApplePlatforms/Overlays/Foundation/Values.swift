// Values of Foundation that are the same on all platforms.

public typealias TimeInterval = Double

public protocol ContiguousBytes {
    func withUnsafeBytes<R>(_ body: (UnsafeRawBufferPointer) throws -> R) rethrows -> R
}
extension Array: ContiguousBytes where Element == UInt8 {}
extension ArraySlice: ContiguousBytes where Element == UInt8 {}
extension ContiguousArray: ContiguousBytes where Element == UInt8 {}
extension UnsafeRawBufferPointer: ContiguousBytes {
    public func withUnsafeBytes<R>(_ body: (UnsafeRawBufferPointer) throws -> R) rethrows -> R { try body(self) }
}

public protocol DataProtocol: RandomAccessCollection where Element == UInt8 {}
extension Array: DataProtocol where Element == UInt8 {}
extension ArraySlice: DataProtocol where Element == UInt8 {}
extension UnsafeRawBufferPointer: DataProtocol {}

public struct Data: ContiguousBytes, DataProtocol, RandomAccessCollection, MutableCollection, RangeReplaceableCollection,
    Hashable, Codable, CustomStringConvertible, Sendable
{
    public struct WritingOptions: OptionSet, Sendable {
        public let rawValue: UInt
        public init(rawValue: UInt) { self.rawValue = rawValue }
        public static let atomic = WritingOptions(rawValue: 1)
        public static let withoutOverwriting = WritingOptions(rawValue: 2)
    }
    public struct ReadingOptions: OptionSet, Sendable {
        public let rawValue: UInt
        public init(rawValue: UInt) { self.rawValue = rawValue }
        public static let mappedIfSafe = ReadingOptions(rawValue: 1)
    }
    public struct Base64DecodingOptions: OptionSet, Sendable {
        public let rawValue: UInt
        public init(rawValue: UInt) { self.rawValue = rawValue }
        public static let ignoreUnknownCharacters = Base64DecodingOptions(rawValue: 1)
    }
    public struct Base64EncodingOptions: OptionSet, Sendable {
        public let rawValue: UInt
        public init(rawValue: UInt) { self.rawValue = rawValue }
    }
    public typealias Index = Int
    public typealias Indices = Range<Int>
    public init() {}
    public init<S: Sequence>(_ elements: S) where S.Element == UInt8 {}
    public init(bytes: UnsafeRawPointer, count: Int) {}
    public init(repeating: UInt8, count: Int) {}
    public init(count: Int) {}
    public init(contentsOf url: URL, options: ReadingOptions = []) throws {}
    public init?(base64Encoded: String, options: Base64DecodingOptions = []) {}
    public init?(base64Encoded: Data, options: Base64DecodingOptions = []) {}
    public func base64EncodedString(options: Base64EncodingOptions = []) -> String { "" }
    public func base64EncodedData(options: Base64EncodingOptions = []) -> Data { self }
    public func write(to url: URL, options: WritingOptions = []) throws {}
    public func withUnsafeBytes<R>(_ body: (UnsafeRawBufferPointer) throws -> R) rethrows -> R { fatalError() }
    public mutating func withUnsafeMutableBytes<R>(_ body: (UnsafeMutableRawBufferPointer) throws -> R) rethrows -> R {
        fatalError()
    }
    public mutating func append(_ other: Data) {}
    public mutating func append(_ other: UInt8) {}
    public mutating func append(contentsOf bytes: [UInt8]) {}
    public mutating func replaceSubrange<C: Collection>(_ range: Range<Int>, with elements: C) where C.Element == UInt8 {}
    public func subdata(in range: Range<Int>) -> Data { self }
    public func range(of data: Data, in range: Range<Int>? = nil) -> Range<Int>? { nil }
    public var startIndex: Int { 0 }
    public var endIndex: Int { 0 }
    public subscript(index: Int) -> UInt8 { get { 0 } set {} }
    public subscript(bounds: Range<Int>) -> Data { get { self } set {} }
    public var description: String { "" }
}

public struct Date: Comparable, Hashable, Codable, CustomStringConvertible, Sendable {
    public static let distantPast = Date()
    public static let distantFuture = Date()
    public init() {}
    public init(timeIntervalSinceNow: TimeInterval) {}
    public init(timeIntervalSince1970: TimeInterval) {}
    public init(timeIntervalSinceReferenceDate: TimeInterval) {}
    public init(timeInterval: TimeInterval, since: Date) {}
    @available(macOS 12, iOS 15, tvOS 15, watchOS 8, *)
    public static var now: Date { Date() }
    public var timeIntervalSince1970: TimeInterval { 0 }
    public var timeIntervalSinceNow: TimeInterval { 0 }
    public var timeIntervalSinceReferenceDate: TimeInterval { 0 }
    public func timeIntervalSince(_ date: Date) -> TimeInterval { 0 }
    public func addingTimeInterval(_ interval: TimeInterval) -> Date { self }
    public static func < (one: Date, other: Date) -> Bool { false }
    public static func + (one: Date, interval: TimeInterval) -> Date { one }
    public static func - (one: Date, interval: TimeInterval) -> Date { one }
    public var description: String { "" }
}

@available(macOS 12, iOS 15, tvOS 15, watchOS 8, *)
extension Date {
    public struct ISO8601FormatStyle: Sendable {
        public init() {}
        public init(timeZone: TimeZone) {}
        public func year() -> ISO8601FormatStyle { self }
        public func month() -> ISO8601FormatStyle { self }
        public func day() -> ISO8601FormatStyle { self }
        public func dateSeparator(_ separator: DateSeparator) -> ISO8601FormatStyle { self }
        public func format(_ value: Date) -> String { "" }
        public func parse(_ text: String) throws -> Date { Date() }
        public enum DateSeparator: Sendable { case dash, omitted }
    }
    public func formatted(_ style: ISO8601FormatStyle) -> String { "" }
    public func ISO8601Format(_ style: ISO8601FormatStyle = .init()) -> String { "" }
    public init(_ text: String, strategy: ISO8601FormatStyle) throws {}
}

@available(macOS 12, iOS 15, tvOS 15, watchOS 8, *)
extension Date.ISO8601FormatStyle {
    public static var iso8601: Date.ISO8601FormatStyle { .init() }
}

@available(macOS 12, iOS 15, tvOS 15, watchOS 8, *)
extension Date {
    public struct FormatStyle: Sendable {
        public struct DateStyle: Hashable, Sendable {
            public static let omitted = DateStyle()
            public static let numeric = DateStyle()
            public static let abbreviated = DateStyle()
            public static let long = DateStyle()
            public static let complete = DateStyle()
        }
        public struct TimeStyle: Hashable, Sendable {
            public static let omitted = TimeStyle()
            public static let shortened = TimeStyle()
            public static let standard = TimeStyle()
            public static let complete = TimeStyle()
        }
    }
    public func formatted() -> String { "" }
    public func formatted(date: FormatStyle.DateStyle, time: FormatStyle.TimeStyle) -> String { "" }
}
@available(macOS 12, iOS 15, tvOS 15, watchOS 8, *)
extension BinaryInteger {
    public func formatted() -> String { "" }
}
@available(macOS 12, iOS 15, tvOS 15, watchOS 8, *)
extension BinaryFloatingPoint {
    public func formatted() -> String { "" }
}

@available(macOS 12, iOS 15, tvOS 15, watchOS 8, *)
public struct AttributedString: Hashable, ExpressibleByStringLiteral, Sendable {
    public init() {}
    public init(_ string: String) {}
    public init(stringLiteral value: String) {}
    public init(markdown: String) throws {}
    public static func + (one: AttributedString, other: AttributedString) -> AttributedString { one }
    public static func += (one: inout AttributedString, other: AttributedString) {}
}

@available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
public struct LocalizedStringResource: Hashable, ExpressibleByStringInterpolation, Sendable {
    public init(stringLiteral value: String) {}
}

public struct UUID: Hashable, Codable, CustomStringConvertible, Sendable {
    public init() {}
    public init?(uuidString: String) {}
    public var uuidString: String { "" }
    public var description: String { "" }
}

public struct TimeZone: Hashable, Sendable {
    public init?(identifier: String) {}
    public init?(secondsFromGMT: Int) {}
    public static var current: TimeZone { fatalError() }
    @available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
    public static var gmt: TimeZone { fatalError() }
}

public struct Locale: Hashable, Sendable {
    public init(identifier: String) {}
    public static var current: Locale { fatalError() }
    public var identifier: String { "" }
}

public struct Decimal: Hashable, Sendable {
    public init(_ value: Double) {}
    public init?(string: String, locale: Locale? = nil) {}
}

public struct CharacterSet: Hashable, ExpressibleByArrayLiteral, Sendable {
    public init(arrayLiteral elements: Unicode.Scalar...) {}
    public static let whitespaces = CharacterSet()
    public static let newlines = CharacterSet()
    public static let whitespacesAndNewlines = CharacterSet()
    public static let alphanumerics = CharacterSet()
    public static let decimalDigits = CharacterSet()
    public static let urlPathAllowed = CharacterSet()
    public static let urlQueryAllowed = CharacterSet()
    public static let urlHostAllowed = CharacterSet()
    public init() {}
    public init(charactersIn: String) {}
    public func union(_ other: CharacterSet) -> CharacterSet { self }
    public func subtracting(_ other: CharacterSet) -> CharacterSet { self }
    public var inverted: CharacterSet { self }
    public mutating func insert(charactersIn: String) {}
    public mutating func remove(charactersIn: String) {}
    public func contains(_ scalar: Unicode.Scalar) -> Bool { false }
}

extension String {
    public struct Encoding: RawRepresentable, Hashable, Sendable {
        public let rawValue: UInt
        public init(rawValue: UInt) { self.rawValue = rawValue }
        public static let utf8 = Encoding(rawValue: 4)
        public static let utf16 = Encoding(rawValue: 10)
        public static let utf16LittleEndian = Encoding(rawValue: 11)
        public static let utf16BigEndian = Encoding(rawValue: 12)
        public static let ascii = Encoding(rawValue: 1)
        public static let isoLatin1 = Encoding(rawValue: 5)
    }
    public struct CompareOptions: OptionSet, Sendable {
        public let rawValue: UInt
        public init(rawValue: UInt) { self.rawValue = rawValue }
        public static let caseInsensitive = CompareOptions(rawValue: 1)
        public static let literal = CompareOptions(rawValue: 2)
        public static let backwards = CompareOptions(rawValue: 4)
        public static let numeric = CompareOptions(rawValue: 64)
        public static let regularExpression = CompareOptions(rawValue: 1024)
    }
    public init?(data: Data, encoding: Encoding) { nil }
    public init?<S: Sequence>(bytes: S, encoding: Encoding) where S.Element == UInt8 { nil }
    public init(contentsOf url: URL, encoding: Encoding) throws { self = "" }
    public init(contentsOfFile path: String, encoding: Encoding) throws { self = "" }
    public init(format: String, _ arguments: any CVarArg...) { self = "" }
    public init(format: String, locale: Locale?, _ arguments: any CVarArg...) { self = "" }
    @available(macOS 12, iOS 15, tvOS 15, watchOS 8, *)
    public struct LocalizationValue: ExpressibleByStringInterpolation, Hashable, Sendable {
        public init(stringLiteral value: String) {}
    }
    @available(macOS 12, iOS 15, tvOS 15, watchOS 8, *)
    public init(
        localized keyAndValue: LocalizationValue,
        table: String? = nil,
        bundle: Bundle? = nil,
        locale: Locale = .current,
        comment: StaticString? = nil
    ) { self = "" }
}

public enum ComparisonResult: Int, Sendable {
    case orderedAscending = -1
    case orderedSame = 0
    case orderedDescending = 1
}

extension StringProtocol {
    public func data(using encoding: String.Encoding, allowLossyConversion: Bool = false) -> Data? { nil }
    public func write(to url: URL, atomically: Bool, encoding: String.Encoding) throws {}
    public func write(toFile path: String, atomically: Bool, encoding: String.Encoding) throws {}
    public func trimmingCharacters(in set: CharacterSet) -> String { "" }
    public func components(separatedBy separator: String) -> [String] { [] }
    public func components(separatedBy set: CharacterSet) -> [String] { [] }
    public func replacingOccurrences(
        of target: String, with replacement: String, options: String.CompareOptions = [], range: Range<String.Index>? = nil
    ) -> String { "" }
    public func range(
        of text: String, options: String.CompareOptions = [], range: Range<String.Index>? = nil, locale: Locale? = nil
    ) -> Range<String.Index>? { nil }
    public func compare(_ other: String, options: String.CompareOptions = []) -> ComparisonResult { .orderedSame }
    public func localizedCaseInsensitiveCompare(_ other: String) -> ComparisonResult { .orderedSame }
    public func caseInsensitiveCompare(_ other: String) -> ComparisonResult { .orderedSame }
    public func padding(toLength: Int, withPad: String, startingAt: Int) -> String { "" }
    public func addingPercentEncoding(withAllowedCharacters: CharacterSet) -> String? { nil }
    public var removingPercentEncoding: String? { nil }
    public var capitalized: String { "" }
    public func enumerateLines(invoking body: @escaping (String, inout Bool) -> Void) {}
    public func contains(_ other: some StringProtocol) -> Bool { false }
}

public struct URL: Hashable, Codable, CustomStringConvertible, Sendable {
    public enum DirectoryHint: Sendable { case isDirectory, notDirectory, checkFileSystem, inferFromPath }
    public init?(string: String) {}
    public init?(string: String, relativeTo url: URL?) {}
    public init(fileURLWithPath path: String) {}
    public init(fileURLWithPath path: String, isDirectory: Bool) {}
    public init(fileURLWithPath path: String, relativeTo base: URL?) {}
    @available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
    public init?(string: String, encodingInvalidCharacters: Bool) {}
    @available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
    public init(filePath path: String, directoryHint: DirectoryHint = .inferFromPath, relativeTo base: URL? = nil) {}
    @available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
    public func appending(path: some StringProtocol, directoryHint: DirectoryHint = .inferFromPath) -> URL { self }
    @available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
    public func appending(component: some StringProtocol, directoryHint: DirectoryHint = .inferFromPath) -> URL { self }
    @available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
    public func appending(queryItems: [URLQueryItem]) -> URL { self }
    @available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
    public mutating func append(path: some StringProtocol, directoryHint: DirectoryHint = .inferFromPath) {}
    @available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
    public func path(percentEncoded: Bool = true) -> String { "" }
    @available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
    public func host(percentEncoded: Bool = true) -> String? { nil }
    @available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
    public func user(percentEncoded: Bool = true) -> String? { nil }
    @available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
    public func password(percentEncoded: Bool = true) -> String? { nil }
    @available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
    public func query(percentEncoded: Bool = true) -> String? { nil }
    @available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
    public static func currentDirectory() -> URL { fatalError() }
    @available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
    public static var temporaryDirectory: URL { fatalError() }
    @available(macOS 10.7, iOS 8, tvOS 9, watchOS 2, *)
    public func startAccessingSecurityScopedResource() -> Bool { false }
    @available(macOS 10.7, iOS 8, tvOS 9, watchOS 2, *)
    public func stopAccessingSecurityScopedResource() {}
    public func appendingPathComponent(_ component: String) -> URL { self }
    public func appendingPathComponent(_ component: String, isDirectory: Bool) -> URL { self }
    public func appendingPathExtension(_ pathExtension: String) -> URL { self }
    public func deletingLastPathComponent() -> URL { self }
    public func deletingPathExtension() -> URL { self }
    public func resolvingSymlinksInPath() -> URL { self }
    public var standardized: URL { self }
    public var standardizedFileURL: URL { self }
    public var absoluteString: String { "" }
    public var absoluteURL: URL { self }
    public var relativeString: String { "" }
    public var relativePath: String { "" }
    public var baseURL: URL? { nil }
    public var scheme: String? { nil }
    public var host: String? { nil }
    public var port: Int? { nil }
    public var user: String? { nil }
    public var password: String? { nil }
    public var path: String { "" }
    public var query: String? { nil }
    public var fragment: String? { nil }
    public var isFileURL: Bool { false }
    public var hasDirectoryPath: Bool { false }
    public var pathExtension: String { "" }
    public var lastPathComponent: String { "" }
    public var pathComponents: [String] { [] }
    public func checkResourceIsReachable() throws -> Bool { false }
    public mutating func setResourceValues(_ values: URLResourceValues) throws {}
    public func resourceValues(forKeys keys: Set<URLResourceKey>) throws -> URLResourceValues { fatalError() }
    public var description: String { "" }
    public func withUnsafeFileSystemRepresentation<R>(_ body: (UnsafePointer<Int8>?) throws -> R) rethrows -> R {
        fatalError()
    }
}

public struct URLResourceKey: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    public static let isDirectoryKey = URLResourceKey(rawValue: "")
    public static let isRegularFileKey = URLResourceKey(rawValue: "")
    public static let isExcludedFromBackupKey = URLResourceKey(rawValue: "")
    public static let fileSizeKey = URLResourceKey(rawValue: "")
}

public struct URLResourceValues: Sendable {
    public init() {}
    public var isExcludedFromBackup: Bool?
    public var isDirectory: Bool? { nil }
    public var isRegularFile: Bool? { nil }
    public var fileSize: Int? { nil }
}

public struct URLQueryItem: Hashable, Sendable {
    public init(name: String, value: String?) { (self.name, self.value) = (name, value) }
    public var name: String
    public var value: String?
}

public struct URLComponents: Hashable, Sendable {
    public init() {}
    public init?(string: String) {}
    public init?(url: URL, resolvingAgainstBaseURL: Bool) {}
    public var url: URL? { nil }
    public func url(relativeTo base: URL?) -> URL? { nil }
    public var string: String? { nil }
    public var scheme: String?
    public var user: String?
    public var password: String?
    public var host: String?
    public var port: Int?
    public var path: String = ""
    public var query: String?
    public var fragment: String?
    public var percentEncodedPath: String = ""
    public var percentEncodedQuery: String?
    public var percentEncodedHost: String?
    @available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
    public var encodedHost: String? { get { nil } set {} }
    public var queryItems: [URLQueryItem]?
    public var percentEncodedQueryItems: [URLQueryItem]?
}

public struct CocoaError: Error, Sendable {
    public struct Code: RawRepresentable, Hashable, Sendable {
        public let rawValue: Int
        public init(rawValue: Int) { self.rawValue = rawValue }
        public static let fileNoSuchFile = Code(rawValue: 4)
        public static let fileReadNoSuchFile = Code(rawValue: 260)
        public static let fileWriteUnknown = Code(rawValue: 512)
        public static let fileWriteFileExists = Code(rawValue: 516)
    }
    public init(_ code: Code, userInfo: [String: Any] = [:]) { self.code = code }
    public let code: Code
    public var underlying: (any Error)? { nil }
    public static var fileNoSuchFile: Code { .fileNoSuchFile }
    public static var fileReadNoSuchFile: Code { .fileReadNoSuchFile }
    public static var fileWriteFileExists: Code { .fileWriteFileExists }
}

public func ~= (code: CocoaError.Code, error: any Error) -> Bool { false }

public struct POSIXErrorCode: RawRepresentable, Hashable, Sendable {
    public let rawValue: Int32
    public init?(rawValue: Int32) { self.rawValue = rawValue }
    public static let ENOENT = POSIXErrorCode(rawValue: 2)!
    public static let EINVAL = POSIXErrorCode(rawValue: 22)!
    public static let EIO = POSIXErrorCode(rawValue: 5)!
}
public struct POSIXError: Error, Sendable {
    public typealias Code = POSIXErrorCode
    public init(_ code: Code, userInfo: [String: Any] = [:]) { self.code = code }
    public let code: Code
}

public protocol LocalizedError: Error {
    var errorDescription: String? { get }
    var failureReason: String? { get }
    var recoverySuggestion: String? { get }
    var helpAnchor: String? { get }
}
extension LocalizedError {
    public var errorDescription: String? { nil }
    public var failureReason: String? { nil }
    public var recoverySuggestion: String? { nil }
    public var helpAnchor: String? { nil }
}
extension Error {
    public var localizedDescription: String { "" }
}

public struct IndexSet: Hashable, Sequence, Sendable {
    public init() {}
    public init(integer: Int) {}
    public var first: Int? { nil }
    public var count: Int { 0 }
    public func contains(_ integer: Int) -> Bool { false }
    public func makeIterator() -> IndexingIterator<[Int]> { [].makeIterator() }
}
