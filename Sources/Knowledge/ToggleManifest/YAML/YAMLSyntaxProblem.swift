/// A YAML syntax error, with a message about what to write instead.
struct YAMLSyntaxProblem {
    let range: SourceRange
    let message: String

    init(_ failure: YAMLError, in source: SourceText, openFlow: OpenCollection? = nil) {
        let place = source.location(character: failure.character)
        let context = source.location(character: failure.contextCharacter)
        let line = source.lineText(place.line)
        let byte = place.offset < source.bytes.count ? source.bytes[place.offset] : nil

        if let tab = Self.tabInIndentation(of: place.line, in: source), Self.canBeTab(failure.problem) {
            range = source.range(tab..<tab + 1)
            message = "this line is indented with a tab; YAML requires spaces"
            return
        }
        (range, message) =
            switch failure.problem {
            case "found character that cannot start any token":
                (
                    source.range(place.offset..<place.offset + 1),
                    byte == 0x09
                        ? "a tab is not allowed here; write spaces"
                        : "a value cannot begin with \(Self.character(at: place, in: source)); put it in quotes"
                )
            case "could not find expected ':'":
                (
                    Self.restOfLine(context, in: source),
                    "\(source.lineText(context.line).trimmed.quoted) is not a field; write ‘name: value’, with a colon and a space"
                )
            case "mapping values are not allowed in this context":
                (
                    source.range(place.offset..<min(place.offset + 1, source.bytes.count)),
                    Self.reasonForColon(at: place, in: source)
                )
            case "block sequence entries are not allowed in this context":
                (
                    Self.point(place),
                    "a list cannot begin here; put each ‘-’ on a line of its own, below the field's name"
                )
            case "mapping keys are not allowed in this context":
                (Self.point(place), "a key cannot begin here; put text that begins with ‘?’ in quotes")
            case "did not find expected key" where !Self.isFirst(place, in: source):
                (
                    Self.restOfLine(place, in: source),
                    "\(Self.text(from: place, in: source).quoted) cannot follow a complete value; put all of it in quotes, or begin a new line"
                )
            case "did not find expected node content" where openFlow != nil:
                (
                    Self.point(place),
                    "the ‘[’ or ‘{’ on line \(openFlow?.start.line ?? 1) is not closed before this, or a value is missing; note that a ‘#’ after a space begins a comment"
                )
            case "did not find expected key":
                (
                    Self.restOfLine(place, in: source),
                    "\(line.trimmed.quoted) does not fit the lines above; indent it as far as its neighbors, and close every quote"
                )
            case "did not find expected '-' indicator":
                (
                    Self.restOfLine(place, in: source),
                    "\(line.trimmed.quoted) does not fit the list above; begin it with ‘- ’, or correct the indentation"
                )
            case "did not find expected ',' or ']'":
                (
                    Self.point(place),
                    "the list that begins with ‘[’ on line \(context.line) lacks a ‘,’ or ‘]’ before this"
                )
            case "did not find expected ',' or '}'":
                (
                    Self.point(place),
                    "the mapping that begins with ‘{’ on line \(context.line) lacks a ‘,’ or ‘}’ before this"
                )
            case "found unexpected end of stream" where failure.context.contains("quoted scalar"):
                (Self.point(context), "the quote that opens here is never closed; add the closing quote")
            case "found unexpected document indicator":
                (
                    Self.point(context),
                    "the quote that opens here is not closed before ‘---’ or ‘...’; add the closing quote"
                )
            case "found unknown escape character":
                (
                    Self.point(place),
                    "‘\\’ begins an escape in double quotes, and this is not a valid one; write ‘\\\\’, or use single quotes"
                )
            case "did not find expected hexdecimal number", "found invalid Unicode character escape code":
                (Self.point(place), "the escape is not a character; write it as ‘\\u’ with four hexadecimal digits")
            case "did not find expected <document start>":
                (
                    Self.restOfLine(place, in: source),
                    "\(line.trimmed.quoted) does not belong to the lines above; begin every field of the file in the first column"
                )
            case "did not find expected node content":
                (Self.point(place), "a value is missing before this")
            case "did not find expected alphabetic or numeric character":
                (Self.point(context), "a value cannot begin with ‘*’ or ‘&’; put it in quotes")
            case "did not find expected comment or line break":
                (Self.point(place), "a line break must follow ‘|’ or ‘>’; put text that begins with them in quotes")
            case "found incompatible YAML document":
                (Self.point(place), "toggles.yaml is YAML 1.2; remove the %YAML line")
            case "found a tab character where an indentation space is expected",
                "found a tab character that violates indentation":
                (Self.point(place), "this line is indented with a tab; YAML requires spaces")
            case "found unexpected ':'":
                (
                    Self.point(place),
                    "between brackets or braces a ‘:’ needs a space after it; put text that contains one in quotes"
                )
            case _ where failure.context.contains("directive"):
                (
                    Self.point(context),
                    "a line that begins with ‘%’ is a directive, which toggles.yaml does not support; remove it, or indent it"
                )
            case _ where failure.context.contains("tag"):
                (Self.point(context), "a value cannot begin with ‘!’; put it in quotes")
            case let problem where problem.hasPrefix("Maximum nesting level"):
                (
                    Self.point(place),
                    "values are nested more than \(YAMLComposer.maximumDepth) levels deep; flatten them"
                )
            case let problem:
                (
                    Self.point(place),
                    "this is not YAML: " + (failure.context.isEmpty ? problem : "\(problem) \(failure.context)")
                )
            }
    }

    /// Returns a message about a colon where no field can begin.
    private static func reasonForColon(at place: SourceLocation, in source: SourceText) -> String {
        let above = source.lineText(max(1, place.line - 1))
        if place.line > 1, !above.trimmed.isEmpty, !above.trimmed.hasPrefix("#") {
            if above.contains(":"), !above.contains(": "), !above.trimmed.hasSuffix(":") {
                return "\(above.trimmed.quoted) in the line above is not a field; write a space after its ‘:’"
            }
            if above.contains(": "), indentation(of: source.lineText(place.line)) > indentation(of: above) {
                return
                    "this line is indented more than \(above.trimmed.quoted) above, whose value it would continue; indent both alike"
            }
        }
        return
            "this ‘:’ begins a value where none is allowed; put text that contains ‘: ’ in quotes, or correct the indentation"
    }

    private static func indentation(of line: String) -> Int {
        line.utf8.prefix { $0 == 0x20 }.count
    }

    /// Returns whether only spaces precede a location in its line.
    private static func isFirst(_ place: SourceLocation, in source: SourceText) -> Bool {
        source.bytes[source.line(place.line).lowerBound..<place.offset].allSatisfy { $0 == 0x20 }
    }

    private static func text(from place: SourceLocation, in source: SourceText) -> String {
        source.text(place.offset..<max(place.offset, source.line(place.line).upperBound)).trimmed
    }

    private static func point(_ place: SourceLocation) -> SourceRange {
        SourceRange(start: place, end: place)
    }

    private static func restOfLine(_ place: SourceLocation, in source: SourceText) -> SourceRange {
        let line = source.line(place.line)
        return source.range(place.offset..<max(place.offset, line.upperBound))
    }

    private static func character(at place: SourceLocation, in source: SourceText) -> String {
        let rest = source.text(place.offset..<min(place.offset + 4, source.bytes.count))
        return (rest.unicodeScalars.first.map { String($0) } ?? "").quoted
    }

    private static func tabInIndentation(of number: Int, in source: SourceText) -> Int? {
        for offset in source.line(number) {
            switch source.bytes[offset] {
            case 0x09: return offset
            case 0x20: continue
            default: return nil
            }
        }
        return nil
    }

    /// Returns whether a tab can be the cause of a problem that libyaml reports.
    private static func canBeTab(_ problem: String) -> Bool {
        !problem.contains("stream") && !problem.contains("escape") && !problem.hasPrefix("Maximum")
    }
}

extension StringProtocol {
    /// The text without surrounding whitespace.
    var trimmed: String {
        var rest = self[...]
        while let first = rest.first, first.isWhitespace { rest = rest.dropFirst() }
        while let last = rest.last, last.isWhitespace { rest = rest.dropLast() }
        return String(rest)
    }
}

extension String {
    /// The text without surrounding whitespace.
    var trimmed: String {
        // Visible ASCII begins and ends nearly every text.
        if let first = utf8.first, let last = utf8.last, first > 0x20, first < 0x7F, last > 0x20, last < 0x7F {
            return self
        }
        return self[...].trimmed
    }
}
