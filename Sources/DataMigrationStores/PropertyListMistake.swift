import DataMigration
import Foundation

/// What is said of a file that is no property list, or not one of settings.
enum PropertyListMistake {
    /// What is wrong with a file that the parser refuses.
    ///
    /// - Parameters:
    ///   - error: The error of the parser. It may quote what it found, so only the line is taken from it.
    ///   - bytes: The file.
    ///   - path: What the file is called.
    /// - Returns: A sentence.
    static func sentence(of error: any Error, in bytes: [UInt8], path: String) -> String {
        if bytes.isEmpty {
            return "\(path) is empty, which is no property list; remove it to begin without values."
        }
        switch StoreFormat(bytes) {
        case .json?: return "\(path) is no property list; if it is JSON, JSONFileStore reads it."
        case .propertyList? where bytes.first == UInt8(ascii: "b"):
            return damagedBinary(path)
        case .propertyList?:
            let text = String(decoding: bytes, as: UTF8.self)
            guard text.contains("</plist>") else {
                let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).count
                return "\(path):\(lines): The XML of the property list ends before </plist>; restore what was cut off."
            }
            let place = line(in: error).map { "\(path):\($0)" } ?? path
            return "\(place): The XML of the property list is damaged; write what property lists have."
        case nil: return "\(path) is no property list, neither a binary one nor one in XML."
        }
    }

    /// What is wrong with a property list that has no dictionary outermost.
    static func sentence(ofRoot root: Any, in bytes: [UInt8], path: String) -> String {
        let kind =
            switch root {
            case is [Any]: "an array"
            case is String: "a text"
            case is Data: "data"
            case is Date: "a date"
            case is NSNumber: "a number"
            default: "something else"
            }
        // Text without any markup is a property list of the oldest style, which nobody means.
        if root is String, StoreFormat(bytes) == nil {
            return "\(path) is no property list, neither a binary one nor one in XML."
        }
        if root is String, bytes.first == UInt8(ascii: "b") { return damagedBinary(path) }
        return "\(path) is a property list with \(kind) outermost; settings are a dictionary of keys and values."
    }

    /// What is wrong with a dictionary that has a key twice.
    static func sentence(of repetition: PropertyListKeys.Repetition, path: String) -> String {
        let place = repetition.line.map { "\(path):\($0)" } ?? path
        return """
            \(place): A dictionary has the key “\(repetition.key)” twice, or once more with a letter that is composed in \
            another way in Unicode, so that one value would be lost. Rename one of them.
            """
    }

    private static func damagedBinary(_ path: String) -> String {
        "\(path) is a binary property list that is damaged or cut off; restore it."
    }

    /// The line that the parser names.
    private static func line(in error: any Error) -> Int? {
        let information = (error as NSError).userInfo
        for text in information.values.compactMap({ $0 as? String }) {
            guard let range = text.range(of: "line ", options: .caseInsensitive) else { continue }
            if let line = Int(text[range.upperBound...].prefix { $0.isASCII && $0.isNumber }) { return line }
        }
        return nil
    }
}
