import ToggleBase

/// Reads the section `environments` of a manifest.
struct ManifestEnvironmentsReader {
    private static let fieldNames = ManifestEnvironment.Field.allCases.map(\.rawValue)
    private static let schemes = ["https", "http", "s3", "etcd", "etcd+http", "etcd+https", "file"]
    private static let example = "s3://bucket/flags.json"
    private static let wantedKeys = "public keys or their files, such as ‘[ada.public.pem]’"
    private static let wantedURLs = "URLs, such as ‘[https://flags.example.com/notify]’"

    /// Returns the environments without those that have an error.
    static func read(_ node: YAMLNode, _ diagnostics: inout DiagnosticCollector) -> [ManifestEnvironment] {
        if node.isNothing { return [] }
        guard let pairs = node.pairs else {
            if case .refused = node.content { return [] }
            diagnostics.error(
                at: node.range.firstLine,
                "‘environments’ is \(node.kind), but should be a mapping: a line ‘production:’ with ‘document: \(example)’ below it, for each environment"
            )
            return []
        }
        var environments: [ManifestEnvironment] = []
        for pair in pairs where !diagnostics.isFull {
            if let environment = environment(pair, &diagnostics) { environments.append(environment) }
        }
        return environments
    }

    private static func environment(
        _ pair: YAMLPair,
        _ diagnostics: inout DiagnosticCollector
    ) -> ManifestEnvironment? {
        if case .refused = pair.value.content { return nil }
        guard isName(pair.name) else {
            diagnostics.error(
                at: pair.key.range.firstLine,
                "\(pair.name.quoted) is not a name of an environment; write 1 to 64 letters, digits, ‘-’, ‘_’ and ‘.’, beginning with a letter"
            )
            return nil
        }
        guard let fields = pair.value.pairs else {
            diagnostics.error(
                at: pair.value.range.firstLine,
                "\(pair.name.quoted) is \(pair.value.kind), but should be a mapping with \(fieldNames.quotedList("and")); write ‘\(pair.name): { document: \(example) }’"
            )
            return nil
        }
        var environment = ManifestEnvironment(name: pair.name, document: "")
        var reader = FieldReader(name: pair.name, diagnostics: diagnostics)
        for field in fields {
            switch ManifestEnvironment.Field(rawValue: field.name) {
            case .document:
                if let address = reader.address(field, schemes, "the address of the document, such as ‘\(example)’") {
                    environment.document = address
                }
            case .confirm:
                guard let word = reader.text(field, "‘reason’") else { break }
                environment.needsReason = word == "reason"
                if word != "reason" {
                    reader.report(field, "\(word.quoted) cannot confirm a publication; write ‘reason’")
                }
            case .endpoint:
                environment.endpoint = reader.address(
                    field,
                    ["https", "http"],
                    "a URL, such as ‘https://minio.example.com’"
                )
            case .audience: environment.audience = reader.text(field, "the name of an app, such as ‘shop’")
            case .keys: environment.keys = reader.texts(field, wantedKeys)
            case .secondSignature: environment.secondSignature = reader.texts(field, wantedKeys)
            case .notify:
                environment.notify = reader.texts(field, wantedURLs)
                for url in environment.notify where !url.hasPrefix("https://") && !url.hasPrefix("http://") {
                    reader.report(field, "\(url.quoted) is not a URL; write it with https://")
                }
            case nil:
                let question = Suggestion.question(for: field.name, in: fieldNames)
                reader.diagnostics.error(
                    at: field.key.range.firstLine,
                    "\(field.name.quoted) is not a field of an environment"
                        + (question.isEmpty ? "; the fields are \(fieldNames.quotedList("and"))" : question)
                )
            }
        }
        diagnostics = reader.diagnostics
        guard fields.contains(where: { $0.name == ManifestEnvironment.Field.document.rawValue }) else {
            if pair.value.isComplete {
                diagnostics.error(
                    at: pair.key.range,
                    "the environment \(pair.name.quoted) has no ‘document’; write ‘document: \(example)’"
                )
            }
            return nil
        }
        return environment
    }

    private static func isName(_ text: String) -> Bool {
        (1...64).contains(text.utf8.count) && text.first?.isLetter == true
            && text.utf8.allSatisfy { byte in
                let letter = byte | 0x20
                return (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(letter)
                    || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || "-_.".utf8.contains(byte)
            }
    }
}

/// Reads the fields of one environment.
private struct FieldReader {
    let name: String
    var diagnostics: DiagnosticCollector

    mutating func report(_ field: YAMLPair, _ message: String) {
        diagnostics.error(at: field.value.range.firstLine, message)
    }

    mutating func text(_ field: YAMLPair, _ wanted: String) -> String? {
        if case .refused = field.value.content { return nil }
        if let scalar = field.value.scalar, case .string(let text) = scalar.value, !text.trimmed.isEmpty {
            return text.trimmed.copied
        }
        report(field, "\(field.name.quoted) in \(name.quoted) is \(field.value.kind), but should be \(wanted)")
        return nil
    }

    /// Reads a list, or a single text.
    mutating func texts(_ field: YAMLPair, _ wanted: String) -> [String] {
        guard case .sequence(let nodes) = field.value.content else {
            return text(field, wanted).map { [$0] } ?? []
        }
        let texts = nodes.compactMap { node -> String? in
            guard let scalar = node.scalar, case .string(let text) = scalar.value, !text.trimmed.isEmpty else {
                return nil
            }
            return text.trimmed.copied
        }
        if texts.count < nodes.count || texts.isEmpty {
            report(field, "\(field.name.quoted) in \(name.quoted) should be a list of \(wanted)")
        }
        return texts
    }

    mutating func address(_ field: YAMLPair, _ schemes: [String], _ wanted: String) -> String? {
        guard let text = text(field, wanted) else { return nil }
        guard let end = text.firstRange(of: "://") else {
            if schemes.contains("file") { return text }
            report(field, "\(text.quoted) is not a URL; write \(wanted)")
            return nil
        }
        let scheme = String(text[..<end.lowerBound])
        guard schemes.contains(scheme) else {
            let question = Suggestion.question(for: scheme, in: schemes)
            report(
                field,
                "the scheme \(scheme.quoted) is not supported in \(field.name.quoted)"
                    + (question.isEmpty ? "; write \(wanted)" : question)
            )
            return nil
        }
        let authority = text[end.upperBound...].prefix { $0 != "/" }
        guard !authority.contains("@") else {
            report(
                field,
                "\(field.name.quoted) in \(name.quoted) contains a name or a password, which belong in the environment of the command; remove them"
            )
            return nil
        }
        return text
    }
}
