import ArgumentParser
import ForcedUpdates

/// The schemes that links of update policies may have, for commands that read one.
struct LinkSchemes: ParsableArguments {
    @Option(
        parsing: .singleValue,
        help:
            "A scheme that links of an update policy may have, as the app's ‘schemes:’ says, in place of the standard ones. May be repeated."
    )
    var scheme: [String] = []

    /// The schemes, in lower case.
    var all: Set<String> { scheme.isEmpty ? StoreLink.standardSchemes : Set(scheme.map { $0.lowercased() }) }

    func validate() throws {
        for scheme in scheme where !Self.isScheme(scheme) {
            throw ValidationError("--scheme \(scheme): that is no scheme; write what stands before ://, as in https.")
        }
    }

    private static func isScheme(_ text: String) -> Bool {
        guard let first = text.first, first.isASCII, first.isLetter else { return false }
        return text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "+-.".contains($0)) }
    }
}
