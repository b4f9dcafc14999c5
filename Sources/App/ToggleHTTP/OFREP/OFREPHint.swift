import ToggleBase

/// An event's information about the server's state, to be sent with the fetch that the event causes.
struct OFREPHint: Sendable, Equatable {
    let etag: String?
    let lastModified: String?

    /// Parses the data of an event, or returns `nil` if the event doesn't request a fetch.
    init?(data: String) {
        guard let json = try? JSONReader(maximumDepth: 8).value(from: data), case .object(let members) = json,
            members["type"] == .string("refetchEvaluation")
        else { return nil }
        func short(_ text: String) -> String? { text.isEmpty || text.utf8.count > 512 ? nil : text }
        if case .string(let text)? = members["etag"] { etag = short(text) } else { etag = nil }
        switch members["lastModified"] {
        case .integer(let seconds)? where seconds >= 0: lastModified = String(seconds)
        case .string(let text)?: lastModified = short(text)
        default: lastModified = nil
        }
    }

    /// The query of the request, or `nil` without information to send.
    var query: String? {
        let items = [("flagConfigEtag", etag), ("flagConfigLastModified", lastModified)].compactMap { name, value in
            value.map { "\(name)=\(Self.encoded($0))" }
        }
        return items.isEmpty ? nil : items.joined(separator: "&")
    }

    /// Percent-encodes everything except letters, digits, and `-._~`.
    private static func encoded(_ text: String) -> String {
        var result = ""
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
                UInt8(ascii: "~"):
                result.unicodeScalars.append(Unicode.Scalar(byte))
            default: result += (byte < 16 ? "%0" : "%") + String(byte, radix: 16, uppercase: true)
            }
        }
        return result
    }
}
