import Foundation

/// Messages about invalid property lists.
enum PropertyListMessage {
    /// Returns the message for a file that can't be parsed.
    ///
    /// - Parameters:
    ///   - error: The error of the parser, of which only the line is used, because it may quote values.
    ///   - bytes: The file.
    ///   - path: The path of the file.
    /// - Returns: The message.
    static func text(of error: any Error, in bytes: [UInt8], path: String) -> String {
        if bytes.isEmpty {
            return "\(path) is empty, which is not a property list; remove it to start without values."
        }
        switch StoreFormat(bytes) {
        case .json?: return "\(path) is not a property list; if it is JSON, JSONFileStore reads it."
        case .propertyList? where bytes.first == UInt8(ascii: "b"):
            return damagedBinary(path)
        case .propertyList?:
            let text = String(decoding: bytes, as: UTF8.self)
            guard text.contains("</plist>") else {
                let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).count
                return "\(path):\(lines): The XML of the property list ends before </plist>; restore the missing part."
            }
            let place = line(in: error).map { "\(path):\($0)" } ?? path
            return "\(place): The XML of the property list is damaged; correct it."
        case nil: return "\(path) is not a property list, neither binary nor XML."
        }
    }

    /// Returns the message for a property list whose root isn't a dictionary.
    static func text(ofRoot root: Any, in bytes: [UInt8], path: String) -> String {
        let kind =
            switch root {
            case is [Any]: "an array"
            case is String: "a string"
            case is Data: "data"
            case is Date: "a date"
            case is NSNumber: "a number"
            default: "something else"
            }
        // Text without any markup is an old-style property list, which is probably not intended.
        if root is String, StoreFormat(bytes) == nil {
            return "\(path) is not a property list, neither binary nor XML."
        }
        if root is String, bytes.first == UInt8(ascii: "b") { return damagedBinary(path) }
        return "\(path) is a property list with \(kind) as its root; write a dictionary of keys and values."
    }

    private static func damagedBinary(_ path: String) -> String {
        "\(path) is a binary property list that is damaged or cut off; restore it."
    }

    /// Returns the line in an error of the parser.
    private static func line(in error: any Error) -> Int? {
        let information = (error as NSError).userInfo
        for text in information.values.compactMap({ $0 as? String }) {
            guard let range = text.range(of: "line ", options: .caseInsensitive) else { continue }
            if let line = Int(text[range.upperBound...].prefix { $0.isASCII && $0.isNumber }) { return line }
        }
        return nil
    }
}
