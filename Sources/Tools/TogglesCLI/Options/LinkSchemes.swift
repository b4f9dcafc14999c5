import ArgumentParser
import ForcedUpdates

/// The allowed schemes for links in update policies.
struct LinkSchemes: ParsableArguments {
    @Option(
        parsing: .singleValue,
        help: """
            A URL scheme that links in an update policy can have, instead of the standard schemes. Pass the same \
            schemes as in the app's ‘schemes:’ argument. May be repeated.
            """
    )
    var scheme: [String] = []

    /// The schemes, in lower case.
    var all: Set<String> { scheme.isEmpty ? StoreLink.standardSchemes : Set(scheme.map { $0.lowercased() }) }

    func validate() throws {
        for scheme in scheme where !Self.isScheme(scheme) {
            throw ValidationError("--scheme \(scheme): that is not a scheme; write the part before ://, as in https.")
        }
    }

    private static func isScheme(_ text: String) -> Bool {
        guard let first = text.first, first.isASCII, first.isLetter else { return false }
        return text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "+-.".contains($0)) }
    }
}
