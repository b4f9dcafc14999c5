import ArgumentParser

/// A simulator or a device, or an app in one.
package enum DeviceArgument: ExpressibleByArgument, CustomStringConvertible {
    /// The only one that can be meant.
    case any
    /// The one with this name or identifier, or an app's bundle identifier.
    case named(String)

    /// Returns `nil` for a word that looks like a toggle's key or a setting, so that the command's arguments can follow.
    package init?(argument: String) {
        let isKey =
            argument.utf8.first.map { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) } ?? true
            && argument.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
                    true
                default: false
                }
            }
        guard !isKey, !argument.contains("=") else { return nil }
        self = .named(argument)
    }

    /// Returns the word that selects a device: its name, or its identifier if the name looks like a toggle's key.
    package static func word(forName name: String, identifier: String) -> String {
        DeviceArgument(argument: name) == nil ? identifier : name
    }

    /// Returns the option, `--simulator` or `--device`, that is directly before a word on the command line.
    package static func option(before word: String, in arguments: [String] = CommandLine.arguments) -> String? {
        zip(arguments, arguments.dropFirst()).first { option, next in
            next == word && ["--simulator", "--device"].contains(option)
        }?
        .0
    }

    /// Returns a sentence about a word that was taken for a key, if it looks like the bundle identifier of an app in a
    /// simulator or on a device.
    package static func bundleHint(
        for word: String,
        in arguments: [String] = CommandLine.arguments
    ) -> String? {
        let parts = word.split(separator: ".", omittingEmptySubsequences: false)
        let isBundle =
            parts.count > 1
            && parts.allSatisfy { part in
                !part.isEmpty && part.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") }
            }
        guard isBundle else { return nil }
        let isElsewhere = arguments.contains { argument in
            ["--simulator", "--device"].contains { argument == $0 || argument.hasPrefix("\($0)=") }
        }
        guard isElsewhere else { return nil }
        return "If it is the app's bundle identifier, write --bundle \(word)."
    }

    package var description: String {
        switch self {
        case .any: "any"
        case .named(let name): name
        }
    }

    /// The word, if the user gave one.
    package var word: String? { if case .named(let name) = self { name } else { nil } }
}
