public import FeatureTogglesRemote
import ToggleBase

extension SignedEnvelope {
    /// Parses an envelope, but not the document in it.
    ///
    /// - Parameters:
    ///   - text: The envelope, in UTF-8.
    ///   - limits: The limits, of which the size of the document applies.
    /// - Throws: `RemoteSourceError` with the code `tooLarge`, or `untrusted` if the text is not an
    ///   envelope.
    /// - Complexity: O(*n*) in the size of the text, which is limited; it does not recurse.
    public init(text: [UInt8], limits: FlagDocument.Limits = .standard) throws(RemoteSourceError) {
        guard text.count <= limits.envelopeSize else {
            throw RemoteSourceError(
                .tooLarge,
                "the signed document has \(text.count) bytes, more than the \(limits.envelopeSize) allowed"
            )
        }
        let result: Result<SignedEnvelope, RemoteSourceError> = text.withUnsafeBufferPointer { input in
            var reader = EnvelopeReader(input, payloadLimit: limits.size)
            do throws(RemoteSourceError) {
                return .success(try reader.read())
            } catch {
                return .failure(error)
            }
        }
        self = try result.get()
    }
}

/// Parses an envelope: a flat object of known members without duplicates, the signature last.
private struct EnvelopeReader {
    private enum Field: String, CaseIterable {
        case v, environment, audience, revision, issuedAt, expiresAt, keyId, alg, payload, signature

        /// Whether every envelope must contain the field.
        var isRequired: Bool { self != .audience }
    }

    /// The top-level names in unsigned documents.
    private static let unsignedNames: Set<String> = ["flags", "$schema", "$evaluators", "metadata"]
    private static let longestName = 64
    private static let signatureLength = 64

    private let input: UnsafeBufferPointer<UInt8>
    private let payloadLimit: Int
    private var position = 0

    private var seen: Set<Field> = []
    private var environment = ""
    private var audience: String?
    private var keyID = ""
    private var revision: UInt64 = 0
    private var issuedAt: Int64 = 0
    private var expiresAt: Int64?
    private var payload: [UInt8] = []
    private var signature: [UInt8] = []
    private var signedCount = 0

    init(_ input: UnsafeBufferPointer<UInt8>, payloadLimit: Int) {
        self.input = input
        self.payloadLimit = payloadLimit
    }

    mutating func read() throws(RemoteSourceError) -> SignedEnvelope {
        skipWhitespace()
        guard take(UInt8(ascii: "{")) else {
            throw failure("the document is not signed: it is not a JSON object, but trusted keys are set")
        }
        repeat {
            skipWhitespace()
            try readMember()
            skipWhitespace()
        } while take(UInt8(ascii: ","))
        guard take(UInt8(ascii: "}")) else { throw unexpected("a comma or }") }
        skipWhitespace()
        guard position == input.count else { throw unexpected("nothing after the envelope") }
        if let missing = Field.allCases.first(where: { $0.isRequired && !seen.contains($0) }) {
            throw failure("the envelope has no ‘\(missing.rawValue)’")
        }
        if let expiresAt, expiresAt <= issuedAt {
            throw failure("‘expiresAt’ is \(expiresAt), which is not after ‘issuedAt’, \(issuedAt)")
        }
        return SignedEnvelope(
            environment: environment,
            audience: audience,
            revision: revision,
            issuedAt: issuedAt,
            expiresAt: expiresAt,
            keyID: keyID,
            payload: payload,
            signature: signature,
            signedBytes: Array(SignedEnvelope.domain.utf8) + input[..<signedCount]
        )
    }

    private mutating func readMember() throws(RemoteSourceError) {
        let start = position
        let name = try readName(of: "a member", limit: Self.longestName)
        guard let field = Field(rawValue: name) else {
            if Self.unsignedNames.contains(name) {
                throw failure("the document is not signed, but trusted keys are set; sign it with `toggles sign`")
            }
            throw failure("the envelope has a member ‘\(name)’, which is not part of version \(SignedEnvelope.version)")
        }
        guard !seen.contains(.signature) else {
            throw failure("‘\(name)’ follows ‘signature’, which must be the last member of an envelope")
        }
        guard seen.insert(field).inserted else { throw failure("the envelope has ‘\(name)’ twice") }
        skipWhitespace()
        guard take(UInt8(ascii: ":")) else { throw unexpected("a colon") }
        skipWhitespace()
        switch field {
        case .v:
            let version = try readInteger(field.rawValue)
            guard version == SignedEnvelope.version else {
                throw failure("‘v’ is \(version), but only version \(SignedEnvelope.version) is supported here")
            }
        case .environment: environment = try readIdentifier(field)
        case .audience: audience = try readIdentifier(field)
        case .revision:
            revision = try readInteger(field.rawValue)
            guard (1...SignedEnvelope.highestRevision).contains(revision) else {
                throw failure("‘revision’ is \(revision); it must be between 1 and \(SignedEnvelope.highestRevision)")
            }
        case .issuedAt: issuedAt = try readDate(field)
        case .expiresAt: expiresAt = takeNull() ? nil : try readDate(field)
        case .keyId: keyID = try readIdentifier(field)
        case .alg:
            let algorithm = try readName(of: "‘alg’", limit: Self.longestName)
            guard algorithm == SignedEnvelope.algorithm else {
                throw failure("‘alg’ is ‘\(algorithm)’; only \(SignedEnvelope.algorithm) is accepted")
            }
        case .payload: payload = try readBase64(field, limit: payloadLimit)
        case .signature:
            signedCount = start
            signature = try readBase64(field, limit: Self.signatureLength)
            guard signature.count == Self.signatureLength else {
                throw failure("‘signature’ has \(signature.count) bytes instead of \(Self.signatureLength)")
            }
        }
    }

    /// Parses a string without escapes.
    private mutating func readName(of what: String, limit: Int) throws(RemoteSourceError) -> String {
        let range = try readString(of: what)
        guard range.count <= limit else { throw failure("the text of \(what) has more than \(limit) bytes") }
        let bytes = input[range]
        guard bytes.allSatisfy({ (0x20..<0x7F).contains($0) }) else {
            throw failure("the text of \(what) has characters other than ASCII")
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private mutating func readIdentifier(_ field: Field) throws(RemoteSourceError) -> String {
        let name = try readName(of: "‘\(field.rawValue)’", limit: Self.longestName)
        guard SignedEnvelope.isName(name) else {
            throw failure("‘\(field.rawValue)’ is ‘\(name)’; it must have 1 to 64 letters, digits, dots, ‘_’, and ‘-’")
        }
        return name
    }

    /// Returns the range between the quotes; an escape is an error, because no string in an envelope needs one.
    private mutating func readString(of what: String) throws(RemoteSourceError) -> Range<Int> {
        guard take(UInt8(ascii: "\"")) else { throw unexpected("\(what) in double quotes") }
        let start = position
        while position < input.count {
            switch input[position] {
            case UInt8(ascii: "\""):
                position += 1
                return start..<position - 1
            case UInt8(ascii: "\\"): throw failure("\(what) has an escape, which is not allowed in an envelope")
            case 0..<0x20: throw failure("\(what) has a control character or a line break")
            default: position += 1
            }
        }
        throw failure("the envelope ends within \(what)")
    }

    private mutating func readInteger(_ name: String) throws(RemoteSourceError) -> UInt64 {
        let start = position
        var value: UInt64 = 0
        while position < input.count, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(input[position]) {
            let (product, tooLarge) = value.multipliedReportingOverflow(by: 10)
            let (sum, carries) = product.addingReportingOverflow(UInt64(input[position] - UInt8(ascii: "0")))
            guard !tooLarge, !carries else { throw failure("‘\(name)’ is too large") }
            value = sum
            position += 1
        }
        let isPadded = position - start > 1 && input[start] == UInt8(ascii: "0")
        guard position > start, !isPadded else {
            throw failure("‘\(name)’ is not a whole number without sign and leading zeros")
        }
        return value
    }

    private mutating func readDate(_ field: Field) throws(RemoteSourceError) -> Int64 {
        let value = try readInteger(field.rawValue)
        guard let date = Int64(exactly: value), date <= SignedEnvelope.latestDate else {
            throw failure(
                "‘\(field.rawValue)’ is \(value), which is after the year 9999; it must be in seconds since 1970"
            )
        }
        return date
    }

    private mutating func readBase64(_ field: Field, limit: Int) throws(RemoteSourceError) -> [UInt8] {
        let range = try readString(of: "‘\(field.rawValue)’")
        guard range.count <= Base64.length(of: limit) else {
            throw RemoteSourceError(
                .tooLarge,
                "‘\(field.rawValue)’ of the envelope has more than the \(limit) bytes allowed"
            )
        }
        guard let bytes = Base64.decode(Array(input[range])) else {
            throw failure("‘\(field.rawValue)’ is not base64 with padding and without white space")
        }
        guard bytes.count <= limit else {
            throw RemoteSourceError(
                .tooLarge,
                "‘\(field.rawValue)’ of the envelope has \(bytes.count) bytes, more than the \(limit) allowed"
            )
        }
        return bytes
    }

    private mutating func takeNull() -> Bool {
        guard input[position...].starts(with: "null".utf8) else { return false }
        position += 4
        return true
    }

    private mutating func take(_ byte: UInt8) -> Bool {
        guard position < input.count, input[position] == byte else { return false }
        position += 1
        return true
    }

    private mutating func skipWhitespace() {
        while position < input.count {
            switch input[position] {
            case UInt8(ascii: " "), UInt8(ascii: "\n"), UInt8(ascii: "\r"), UInt8(ascii: "\t"): position += 1
            default: return
            }
        }
    }

    private func unexpected(_ expectation: String) -> RemoteSourceError {
        failure("byte \(position) of the envelope: expected \(expectation)")
    }

    private func failure(_ message: String) -> RemoteSourceError {
        RemoteSourceError(.untrusted, message)
    }
}
