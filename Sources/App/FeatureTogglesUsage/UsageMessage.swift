public import ToggleBase

/// What an installation of the app says about its toggles on one day.
///
/// It contains no identifier of a person, device, or installation, and no time other than the day.
public struct UsageMessage: Sendable, Hashable {
    /// What it says about a toggle that was read.
    public struct Toggle: Sendable, Hashable {
        /// The key.
        public let key: String
        /// Whether a read could return something other than the default.
        public let isChanged: Bool
        /// The name of the last variant; `nil` for toggles of other types.
        public let variant: String?
    }

    /// The version of the app.
    public let appVersion: String
    /// The day, in UTC.
    public let day: CalendarDate
    /// The toggles that were read, sorted by key; empty for a day on which another version of the app ran, whose toggles
    /// only ``query`` contains.
    public let toggles: [Toggle]
    /// The message as the query of a URL, about 350 bytes for 1,000 toggles.
    ///
    /// `toggles usage merge` reads it from any access log:
    ///
    /// ```swift
    /// let url = URL(string: "https://example.com/usage?\(message.query)")
    /// ```
    public let query: String

    /// Creates the message of a page; the toggles are unknown if another version of the app wrote it.
    init(_ page: UsageLedger.Page, _ layout: UsageLayout) {
        appVersion = page.appVersion
        day = page.day
        let cells = page.layout == layout.digest ? layout.decode(page.cells) ?? [] : []
        toggles = zip(layout.entries, cells).filter { $1.isRead }.map { entry, cell in
            let variant = cell.variant.flatMap { entry.variants.indices.contains($0) ? entry.variants[$0] : nil }
            return Toggle(key: entry.key, isChanged: cell.isChanged, variant: variant)
        }
        query = UsageQuery(appVersion: appVersion, day: day, layout: page.layout, bytes: page.cells).text
    }
}

/// The parts of a message's query.
package struct UsageQuery: Sendable, Hashable {
    /// The version of the app.
    package let appVersion: String
    /// The day.
    package let day: CalendarDate
    /// The digest of the layout.
    package let layout: String
    /// The cells as bits.
    package let bytes: [UInt8]

    package init(appVersion: String, day: CalendarDate, layout: String, bytes: [UInt8]) {
        self.appVersion = appVersion
        self.day = day
        self.layout = layout
        self.bytes = bytes
    }

    /// The query of a URL.
    package var text: String {
        let cells = Base64.text(bytes).filter { $0 != "=" }.map { $0 == "+" ? "-" : $0 == "/" ? "_" : $0 }
        return "v=\(Self.escaped(appVersion))&d=\(day)&t=\(layout)&u=\(String(cells))"
    }

    /// Parses the query of a URL; `nil` if it isn't one of a message.
    ///
    /// Other parameters are ignored.
    package init?(_ text: some StringProtocol) {
        var values: [Substring: Substring] = [:]
        for part in Substring(text).split(separator: "&") {
            let pair = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            if pair.count == 2 { values[pair[0]] = pair[1] }
        }
        guard let version = values["v"].flatMap(Self.unescaped), !version.isEmpty, version.utf8.count <= 64,
            let day = values["d"].flatMap({ CalendarDate(String($0)) }), let layout = values["t"],
            layout.utf8.count == 8,
            let cells = values["u"]
        else { return nil }
        var letters = String(cells.map { $0 == "-" ? "+" : $0 == "_" ? "/" : $0 })
        letters += String(repeating: "=", count: (4 - letters.utf8.count % 4) % 4)
        guard let bytes = Base64.bytes(letters) else { return nil }
        self.init(appVersion: version, day: day, layout: String(layout), bytes: bytes)
    }

    private static func escaped(_ text: String) -> String {
        text.utf8.map { byte -> String in
            let scalar = Unicode.Scalar(byte)
            if scalar.properties.isAlphabetic && byte < 0x80 || (0x30...0x39).contains(byte)
                || "-._~".utf8.contains(byte)
            {
                return String(Character(scalar))
            }
            let digits = String(byte, radix: 16, uppercase: true)
            return "%" + (digits.utf8.count < 2 ? "0" : "") + digits
        }
        .joined()
    }

    private static func unescaped(_ text: Substring) -> String? {
        var bytes: [UInt8] = []
        var rest = Array(text.utf8)[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            guard rest.count >= 2, let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16) else {
                return nil
            }
            bytes.append(value)
            rest = rest.dropFirst(2)
        }
        let result = String(decoding: bytes, as: UTF8.self)
        return result.utf8.elementsEqual(bytes) ? result : nil
    }
}
