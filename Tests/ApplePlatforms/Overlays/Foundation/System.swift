// Files, processes, and text formats.

open class FileManager: NSObject, @unchecked Sendable {
    public struct SearchPathDirectory: Sendable {
        public static let documentDirectory = SearchPathDirectory()
        public static let cachesDirectory = SearchPathDirectory()
        public static let applicationSupportDirectory = SearchPathDirectory()
    }
    public struct SearchPathDomainMask: OptionSet, Sendable {
        public let rawValue: UInt
        public init(rawValue: UInt) { self.rawValue = rawValue }
        public static let userDomainMask = SearchPathDomainMask(rawValue: 1)
    }
    public struct DirectoryEnumerationOptions: OptionSet, Sendable {
        public let rawValue: UInt
        public init(rawValue: UInt) { self.rawValue = rawValue }
        public static let skipsHiddenFiles = DirectoryEnumerationOptions(rawValue: 4)
        public static let skipsSubdirectoryDescendants = DirectoryEnumerationOptions(rawValue: 1)
    }
    public class DirectoryEnumerator: Sequence, IteratorProtocol {
        public func nextObject() -> Any? { nil }
        public func next() -> Any? { nil }
        @available(*, noasync)
        public func makeIterator() -> DirectoryEnumerator { self }
        public func skipDescendants() {}
    }
    open class var `default`: FileManager { fatalError() }
    @available(macOS 10.12, iOS 10, tvOS 10, watchOS 3, *)
    open var temporaryDirectory: URL { fatalError() }
    @available(iOS, unavailable)
    @available(tvOS, unavailable)
    @available(watchOS, unavailable)
    @available(visionOS, unavailable)
    open var homeDirectoryForCurrentUser: URL { fatalError() }
    open func containerURL(forSecurityApplicationGroupIdentifier groupIdentifier: String) -> URL? { nil }
    open var currentDirectoryPath: String { "" }
    open func changeCurrentDirectoryPath(_ path: String) -> Bool { false }
    open func fileExists(atPath path: String) -> Bool { false }
    open func fileExists(atPath path: String, isDirectory: UnsafeMutablePointer<ObjCBool>?) -> Bool { false }
    open func isReadableFile(atPath path: String) -> Bool { false }
    open func isWritableFile(atPath path: String) -> Bool { false }
    open func isExecutableFile(atPath path: String) -> Bool { false }
    open func contents(atPath path: String) -> Data? { nil }
    @discardableResult
    open func createFile(
        atPath path: String, contents data: Data?, attributes: [FileAttributeKey: Any]? = nil
    ) -> Bool { false }
    open func createDirectory(
        at url: URL, withIntermediateDirectories: Bool, attributes: [FileAttributeKey: Any]? = nil
    ) throws {}
    open func createDirectory(
        atPath path: String, withIntermediateDirectories: Bool, attributes: [FileAttributeKey: Any]? = nil
    ) throws {}
    open func removeItem(at url: URL) throws {}
    open func removeItem(atPath path: String) throws {}
    open func moveItem(at url: URL, to other: URL) throws {}
    open func moveItem(atPath path: String, toPath other: String) throws {}
    open func copyItem(at url: URL, to other: URL) throws {}
    open func copyItem(atPath path: String, toPath other: String) throws {}
    open func linkItem(at url: URL, to other: URL) throws {}
    open func linkItem(atPath path: String, toPath other: String) throws {}
    open func createSymbolicLink(at url: URL, withDestinationURL: URL) throws {}
    open func createSymbolicLink(atPath path: String, withDestinationPath: String) throws {}
    open func destinationOfSymbolicLink(atPath path: String) throws -> String { "" }
    open func contentsOfDirectory(atPath path: String) throws -> [String] { [] }
    open func contentsOfDirectory(
        at url: URL, includingPropertiesForKeys: [URLResourceKey]?, options: DirectoryEnumerationOptions = []
    ) throws -> [URL] { [] }
    open func subpathsOfDirectory(atPath path: String) throws -> [String] { [] }
    open func enumerator(atPath path: String) -> DirectoryEnumerator? { nil }
    open func enumerator(
        at url: URL, includingPropertiesForKeys: [URLResourceKey]?, options: DirectoryEnumerationOptions = [],
        errorHandler: ((URL, any Error) -> Bool)? = nil
    ) -> DirectoryEnumerator? { nil }
    open func attributesOfItem(atPath path: String) throws -> [FileAttributeKey: Any] { [:] }
    open func setAttributes(_ attributes: [FileAttributeKey: Any], ofItemAtPath path: String) throws {}
    open func urls(for directory: SearchPathDirectory, in mask: SearchPathDomainMask) -> [URL] { [] }
    open func url(
        for directory: SearchPathDirectory, in mask: SearchPathDomainMask, appropriateFor url: URL?, create: Bool
    ) throws -> URL { fatalError() }
}

public struct FileAttributeKey: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    public static let size = FileAttributeKey(rawValue: "")
    public static let posixPermissions = FileAttributeKey(rawValue: "")
    public static let ownerAccountID = FileAttributeKey(rawValue: "")
    public static let groupOwnerAccountID = FileAttributeKey(rawValue: "")
    public static let modificationDate = FileAttributeKey(rawValue: "")
    public static let systemFileNumber = FileAttributeKey(rawValue: "")
    public static let type = FileAttributeKey(rawValue: "")
}

open class FileHandle: NSObject, @unchecked Sendable {
    open class var standardInput: FileHandle { fatalError() }
    open class var standardOutput: FileHandle { fatalError() }
    open class var standardError: FileHandle { fatalError() }
    open class var nullDevice: FileHandle { fatalError() }
    public init(fileDescriptor: Int32) {}
    public init(fileDescriptor: Int32, closeOnDealloc: Bool) {}
    public convenience init(forWritingTo url: URL) throws { fatalError() }
    public convenience init(forReadingFrom url: URL) throws { fatalError() }
    public convenience init?(forReadingAtPath path: String) { nil }
    public convenience init?(forWritingAtPath path: String) { nil }
    open var fileDescriptor: Int32 { 0 }
    open var availableData: Data { fatalError() }
    open func readDataToEndOfFile() -> Data { fatalError() }
    open func readData(ofLength: Int) -> Data { fatalError() }
    open func write(_ data: Data) {}
    open func closeFile() {}
    @available(macOS 10.15.4, iOS 13.4, tvOS 13.4, watchOS 6.2, *)
    public func readToEnd() throws -> Data? { nil }
    @available(macOS 10.15.4, iOS 13.4, tvOS 13.4, watchOS 6.2, *)
    public func read(upToCount: Int) throws -> Data? { nil }
    @available(macOS 10.15.4, iOS 13.4, tvOS 13.4, watchOS 6.2, *)
    public func write<T: DataProtocol>(contentsOf data: T) throws {}
    @available(macOS 10.15.4, iOS 13.4, tvOS 13.4, watchOS 6.2, *)
    @discardableResult public func seekToEnd() throws -> UInt64 { 0 }
    open func synchronize() throws {}
    open func close() throws {}
    @preconcurrency open var readabilityHandler: (@Sendable (FileHandle) -> Void)?
}

open class Pipe: NSObject, @unchecked Sendable {
    override public init() {}
    open var fileHandleForReading: FileHandle { fatalError() }
    open var fileHandleForWriting: FileHandle { fatalError() }
}

@available(iOS, unavailable)
@available(tvOS, unavailable)
@available(watchOS, unavailable)
@available(visionOS, unavailable)
open class Process: NSObject, @unchecked Sendable {
    public enum TerminationReason: Int, Sendable { case exit = 1, uncaughtSignal = 2 }
    override public init() {}
    open var executableURL: URL?
    open var currentDirectoryURL: URL?
    open var arguments: [String]?
    open var environment: [String: String]?
    open var standardInput: Any?
    open var standardOutput: Any?
    open var standardError: Any?
    open var processIdentifier: Int32 { 0 }
    open var isRunning: Bool { false }
    open var terminationStatus: Int32 { 0 }
    open var terminationReason: TerminationReason { .exit }
    @preconcurrency open var terminationHandler: (@Sendable (Process) -> Void)?
    open func run() throws {}
    open func waitUntilExit() {}
    open func terminate() {}
    open func interrupt() {}
}

open class ProcessInfo: NSObject, @unchecked Sendable {
    open class var processInfo: ProcessInfo { fatalError() }
    open var environment: [String: String] { [:] }
    open var arguments: [String] { [] }
    open var hostName: String { "" }
    open var processName: String { "" }
    open var processIdentifier: Int32 { 0 }
    open var activeProcessorCount: Int { 0 }
    open var processorCount: Int { 0 }
    open var systemUptime: TimeInterval { 0 }
    open var operatingSystemVersionString: String { "" }
    open var globallyUniqueString: String { "" }
    #if os(macOS)
    open func disableSuddenTermination() {}
    open func enableSuddenTermination() {}
    #else
    open func performExpiringActivity(withReason reason: String, using block: @escaping @Sendable (Bool) -> Void) {}
    #endif
}

open class Bundle: NSObject, @unchecked Sendable {
    open class var main: Bundle { fatalError() }
    open class var allBundles: [Bundle] { [] }
    public init(for aClass: AnyClass) {}
    public convenience init?(path: String) { nil }
    open var bundleURL: URL { fatalError() }
    open var bundlePath: String { "" }
    open var appStoreReceiptURL: URL? { nil }
    open var executableURL: URL? { nil }
    open var resourceURL: URL? { nil }
    open var bundleIdentifier: String? { nil }
    open var infoDictionary: [String: Any]? { nil }
    open func object(forInfoDictionaryKey key: String) -> Any? { nil }
    open func url(forResource name: String?, withExtension ext: String?) -> URL? { nil }
    open func path(forResource name: String?, ofType ext: String?) -> String? { nil }
}

open class UserDefaults: NSObject, @unchecked Sendable {
    open class var standard: UserDefaults { fatalError() }
    public static let globalDomain: String = ""
    public init?(suiteName: String?) {}
    @discardableResult open func synchronize() -> Bool { false }
    open func removePersistentDomain(forName name: String) {}
    open func register(defaults registrationDictionary: [String: Any]) {}
    open func object(forKey key: String) -> Any? { nil }
    open func string(forKey key: String) -> String? { nil }
    open func bool(forKey key: String) -> Bool { false }
    open func integer(forKey key: String) -> Int { 0 }
    open func double(forKey key: String) -> Double { 0 }
    open func data(forKey key: String) -> Data? { nil }
    open func set(_ value: Any?, forKey key: String) {}
    open func removeObject(forKey key: String) {}
    open func dictionaryRepresentation() -> [String: Any] { [:] }
    open func persistentDomain(forName name: String) -> [String: Any]? { nil }
}

open class Thread: NSObject, @unchecked Sendable {
    override public init() {}
    @preconcurrency public convenience init(block: @escaping @Sendable () -> Void) { self.init() }
    @available(*, noasync, message: "Work intended for the main actor should be marked with @MainActor")
    open class var isMainThread: Bool { false }
    @available(*, noasync, message: "Thread.current cannot be used from async contexts.")
    open class var current: Thread { fatalError() }
    @preconcurrency open class func detachNewThread(_ block: @escaping @Sendable () -> Void) {}
    open class func sleep(forTimeInterval: TimeInterval) {}
    open var stackSize: Int { get { 0 } set {} }
    open func start() {}
}

open class NSLock: NSObject, @unchecked Sendable {
    override public init() {}
    @available(*, noasync, message: "Use async-safe scoped locking instead")
    open func lock() {}
    @available(*, noasync, message: "Use async-safe scoped locking instead")
    open func unlock() {}
    open func withLock<R>(_ body: () throws -> R) rethrows -> R { try body() }
}

open class NSCondition: NSObject, @unchecked Sendable {
    override public init() {}
    @available(*, noasync, message: "Use async-safe scoped locking instead")
    open func lock() {}
    @available(*, noasync, message: "Use async-safe scoped locking instead")
    open func unlock() {}
    open func wait() {}
    open func signal() {}
    open func broadcast() {}
}

open class NSCoder: NSObject {}

open class Operation: NSObject, @unchecked Sendable {}
open class OperationQueue: NSObject, @unchecked Sendable {
    override public init() {}
    open class var main: OperationQueue { fatalError() }
    open var maxConcurrentOperationCount: Int { get { 0 } set {} }
    open func addOperation(_ operation: Operation) {}
    @preconcurrency open func addOperation(_ block: @escaping @Sendable () -> Void) {}
}

open class JSONEncoder: @unchecked Sendable {
    public struct OutputFormatting: OptionSet, Sendable {
        public let rawValue: UInt
        public init(rawValue: UInt) { self.rawValue = rawValue }
        public static let prettyPrinted = OutputFormatting(rawValue: 1)
        @available(macOS 10.13, iOS 11, tvOS 11, watchOS 4, *)
        public static let sortedKeys = OutputFormatting(rawValue: 2)
        @available(macOS 10.15, iOS 13, tvOS 13, watchOS 6, *)
        public static let withoutEscapingSlashes = OutputFormatting(rawValue: 8)
    }
    public init() {}
    open var outputFormatting: OutputFormatting = []
    open func encode<T: Encodable>(_ value: T) throws -> Data { fatalError() }
}
open class JSONDecoder: @unchecked Sendable {
    public init() {}
    open func decode<T: Decodable>(_ type: T.Type, from data: Data) throws -> T { fatalError() }
}
open class PropertyListEncoder: @unchecked Sendable {
    public init() {}
    open var outputFormat: PropertyListSerialization.PropertyListFormat = .xml
    open func encode<T: Encodable>(_ value: T) throws -> Data { fatalError() }
}
open class PropertyListDecoder: @unchecked Sendable {
    public init() {}
    open func decode<T: Decodable>(_ type: T.Type, from data: Data) throws -> T { fatalError() }
}

open class JSONSerialization: NSObject {
    public struct ReadingOptions: OptionSet, Sendable {
        public let rawValue: UInt
        public init(rawValue: UInt) { self.rawValue = rawValue }
        public static let fragmentsAllowed = ReadingOptions(rawValue: 4)
        public static let mutableContainers = ReadingOptions(rawValue: 1)
    }
    public struct WritingOptions: OptionSet, Sendable {
        public let rawValue: UInt
        public init(rawValue: UInt) { self.rawValue = rawValue }
        public static let prettyPrinted = WritingOptions(rawValue: 1)
        public static let sortedKeys = WritingOptions(rawValue: 2)
        public static let fragmentsAllowed = WritingOptions(rawValue: 4)
    }
    open class func jsonObject(with data: Data, options: ReadingOptions = []) throws -> Any { 0 }
    open class func data(withJSONObject object: Any, options: WritingOptions = []) throws -> Data { fatalError() }
    open class func isValidJSONObject(_ object: Any) -> Bool { false }
}

open class PropertyListSerialization: NSObject {
    public enum PropertyListFormat: UInt, Sendable { case openStep = 1, xml = 100, binary = 200 }
    public struct MutabilityOptions: OptionSet, Sendable {
        public let rawValue: UInt
        public init(rawValue: UInt) { self.rawValue = rawValue }
        public static let mutableContainers = MutabilityOptions(rawValue: 1)
    }
    public typealias ReadOptions = MutabilityOptions
    public typealias WriteOptions = Int
    open class func propertyList(
        from data: Data, options: ReadOptions = [], format: UnsafeMutablePointer<PropertyListFormat>?
    ) throws -> Any { 0 }
    open class func data(
        fromPropertyList list: Any, format: PropertyListFormat, options: WriteOptions
    ) throws -> Data { fatalError() }
    open class func propertyList(_ list: Any, isValidFor format: PropertyListFormat) -> Bool { false }
}

// On Apple's platforms in Foundation itself.
open class XMLParser: NSObject {
    public init(data: Data) {}
    public convenience init?(contentsOf url: URL) { nil }
    open unowned(unsafe) var delegate: (any XMLParserDelegate)?
    open func parse() -> Bool { false }
    open var parserError: (any Error)? { nil }
    open var lineNumber: Int { 0 }
    open var columnNumber: Int { 0 }
}
public protocol XMLParserDelegate: NSObjectProtocol {
    func parser(
        _ parser: XMLParser, didStartElement elementName: String, namespaceURI: String?, qualifiedName qName: String?,
        attributes attributeDict: [String: String]
    )
    func parser(
        _ parser: XMLParser, didEndElement elementName: String, namespaceURI: String?, qualifiedName qName: String?
    )
    func parser(_ parser: XMLParser, foundCharacters string: String)
    func parserDidEndDocument(_ parser: XMLParser)
}
extension XMLParserDelegate {
    public func parser(
        _ parser: XMLParser, didStartElement elementName: String, namespaceURI: String?, qualifiedName qName: String?,
        attributes attributeDict: [String: String]
    ) {}
    public func parser(
        _ parser: XMLParser, didEndElement elementName: String, namespaceURI: String?, qualifiedName qName: String?
    ) {}
    public func parser(_ parser: XMLParser, foundCharacters string: String) {}
    public func parserDidEndDocument(_ parser: XMLParser) {}
}

public func NSHomeDirectory() -> String { "" }
public func NSTemporaryDirectory() -> String { "" }
public func NSUserName() -> String { "" }

open class FileWrapper: NSObject {
    public convenience init(regularFileWithContents contents: Data) { self.init() }
    public convenience init(url: URL) throws { self.init() }
    open var regularFileContents: Data? { nil }
    open var filename: String?
}

public struct Notification {
    public struct Name: RawRepresentable, Hashable, Sendable {
        public let rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }
        public init(_ rawValue: String) { self.rawValue = rawValue }
    }
    public var name: Name
    public var object: Any?
    public var userInfo: [AnyHashable: Any]?
}

open class NotificationCenter: NSObject, @unchecked Sendable {
    open class var `default`: NotificationCenter { fatalError() }
    open func post(name: Notification.Name, object: Any?) {}
    @preconcurrency open func addObserver(
        forName name: Notification.Name?,
        object: Any?,
        queue: OperationQueue?,
        using block: @escaping @Sendable (Notification) -> Void
    ) -> any NSObjectProtocol { fatalError() }
    open func removeObserver(_ observer: Any) {}
}
