#if !RELEASE || InternalBuild
import FeatureToggles

/// Turns what a terminal sends into events.
///
/// Bytes may arrive in any pieces. What is not known is swallowed as a whole: no part of an escape sequence, of an answer
/// of the terminal or of a broken character becomes a key.
struct InputDecoder: Sendable {
    /// What the bytes so far are the beginning of.
    enum State: Equatable, Sendable {
        case ground
        /// ESC was seen.
        case escape
        /// `ESC [` and parameters.
        case control
        /// `ESC O`.
        case single
        /// A text for the terminal itself (OSC, DCS, APC, PM, SOS), up to BEL or ESC `\`.
        case text(afterEscape: Bool)
        /// A character of several bytes, so many of which are missing.
        case character(missing: Int)
        /// `ESC [ M` and three bytes.
        case mouse(missing: Int)
        /// `ESC [ [` and one byte, as the console of Linux sends for the first function keys.
        case linuxFunction
        /// Text between the marks of a paste.
        case paste
    }

    /// How many bytes of a sequence are kept; a longer one is swallowed.
    static let longestSequence = 64
    /// How many bytes of a paste are kept.
    static let longestPaste = 1 << 20
    /// How many rows a turn of the wheel is.
    static let wheelRows = 3

    private(set) var state = State.ground
    /// The bytes since ESC, or of a character.
    var sequence: [UInt8] = []
    private var pasted: [UInt8] = []
    /// Sequences of keys that only this terminal has.
    private let keys: [[UInt8]: Key]

    /// - Parameter keys: Sequences of keys that only this terminal has, from terminfo.
    init(keys: [[UInt8]: Key] = [:]) {
        self.keys = keys
    }

    /// After how many milliseconds of silence ``timeOut()`` is due; `nil` when nothing is half read.
    ///
    /// ESC alone is a key, and the beginning of others.
    var patience: Int? {
        switch state {
        case .ground: nil
        case .escape: 25
        case .paste: 5_000
        default: 500
        }
    }

    /// Reads bytes.
    mutating func events(of bytes: some Sequence<UInt8>) -> [ConsoleEvent] {
        var events: [ConsoleEvent] = []
        for byte in bytes { read(byte, into: &events) }
        return events
    }

    /// What was half read is all there is.
    mutating func timeOut() -> [ConsoleEvent] {
        defer { reset() }
        switch state {
        case .escape: return [.key(.escape)]
        case .paste: return pastedText().map { [.paste($0)] } ?? []
        default: return []
        }
    }

    private mutating func reset() {
        state = .ground
        sequence.removeAll(keepingCapacity: true)
        pasted = []
    }

    private mutating func finish(_ event: ConsoleEvent?, _ events: inout [ConsoleEvent]) {
        reset()
        if let event { events.append(event) }
    }

    private mutating func read(_ byte: UInt8, into events: inout [ConsoleEvent]) {
        switch state {
        case .ground: readGround(byte, &events)
        case .escape: readEscape(byte, &events)
        case .control: readControl(byte, &events)
        case .single:
            sequence.append(byte)
            finish(key(forSingle: byte), &events)
        case .text(let afterEscape):
            if byte == 0x07 || (afterEscape && byte == 0x5C) || byte == 0x18 { return reset() }
            state = .text(afterEscape: byte == 0x1B)
        case .character(let missing): readCharacter(byte, missing: missing, &events)
        case .mouse(let missing):
            sequence.append(byte)
            if missing > 1 { state = .mouse(missing: missing - 1) } else { finish(oldMouse(), &events) }
        case .linuxFunction:
            finish((0x41...0x45).contains(byte) ? .key(.function(Int(byte) - 0x40)) : nil, &events)
        case .paste: readPaste(byte, &events)
        }
    }

    private mutating func readGround(_ byte: UInt8, _ events: inout [ConsoleEvent]) {
        switch byte {
        case 0x1B:
            state = .escape
            sequence = [byte]
        case 0x0D, 0x0A: events.append(.key(.enter))
        case 0x09: events.append(.key(.tab))
        case 0x08, 0x7F: events.append(.key(.backspace))
        case 0x01...0x1A: events.append(.key(.control(Character(Unicode.Scalar(byte + 0x60)))))
        case 0x20..<0x7F: events.append(.key(.character(Character(Unicode.Scalar(byte)))))
        case 0xC2...0xF4:
            sequence = [byte]
            state = .character(missing: byte < 0xE0 ? 1 : byte < 0xF0 ? 2 : 3)
        default: break
        }
    }

    private mutating func readCharacter(_ byte: UInt8, missing: Int, _ events: inout [ConsoleEvent]) {
        guard byte & 0xC0 == 0x80 else {
            // The character is broken; this byte begins something else.
            reset()
            return readGround(byte, &events)
        }
        sequence.append(byte)
        guard missing == 1 else { return state = .character(missing: missing - 1) }
        let text = String(wellFormed: sequence)
        let character = text?.unicodeScalars.first.flatMap { $0.value < 0xA0 ? nil : Character($0) }
        finish(character.map { .key(.character($0)) }, &events)
    }

    private mutating func readEscape(_ byte: UInt8, _ events: inout [ConsoleEvent]) {
        sequence.append(byte)
        switch byte {
        case 0x1B:
            // Pressed twice, or before a key.
            sequence = [byte]
            events.append(.key(.escape))
        case 0x5B: state = .control
        case 0x4F: state = .single
        case 0x5D, 0x50, 0x58, 0x5E, 0x5F: state = .text(afterEscape: false)
        // Alt and a character of several bytes.
        case 0xC2...0xF4:
            state = .mouse(missing: byte < 0xE0 ? 1 : byte < 0xF0 ? 2 : 3)
            sequence = []
        // ESC, intermediate bytes, a final one.
        case 0x20...0x2F: break
        // Alt and a key, which nothing is bound to.
        default: reset()
        }
    }

    private mutating func readControl(_ byte: UInt8, _ events: inout [ConsoleEvent]) {
        // A new sequence begins in the middle of one.
        if byte == 0x1B {
            sequence = [byte]
            return state = .escape
        }
        if sequence.count < Self.longestSequence { sequence.append(byte) }
        switch byte {
        case 0x4D where sequence.count == 3: state = .mouse(missing: 3)
        case 0x5B where sequence.count == 3: state = .linuxFunction
        case 0x40...0x7E:
            guard sequence.count < Self.longestSequence else { return reset() }
            if sequence == Self.pasteBegin {
                reset()
                return state = .paste
            }
            finish(keys[sequence].map { .key($0) } ?? event(forControl: byte), &events)
        case 0x20...0x3F: break
        // Not part of any sequence.
        default: reset()
        }
    }

    // MARK: Pastes

    private static let pasteBegin = Array("\u{1B}[200~".utf8)
    private static let pasteEnd = Array("\u{1B}[201~".utf8)

    private mutating func readPaste(_ byte: UInt8, _ events: inout [ConsoleEvent]) {
        pasted.append(byte)
        if byte == 0x7E, pasted.suffix(Self.pasteEnd.count).elementsEqual(Self.pasteEnd) {
            pasted.removeLast(Self.pasteEnd.count)
            finish(pastedText().map { .paste($0) }, &events)
        } else if pasted.count > Self.longestPaste + 64 {
            // What is too much is forgotten, but not the beginning of the end.
            pasted.removeSubrange(Self.longestPaste..<pasted.count - Self.pasteEnd.count)
        }
    }

    /// What was pasted, with line feeds for line ends and without other control characters.
    private func pastedText() -> String? {
        guard !pasted.isEmpty else { return nil }
        var text = String.UnicodeScalarView()
        var last: Unicode.Scalar?
        for scalar in String(decoding: pasted, as: UTF8.self).unicodeScalars {
            switch scalar {
            case "\r": text.append("\n")
            case "\n" where last == "\r": break
            case "\n", "\t": text.append(scalar)
            case "\0"..<" ", "\u{7F}"..<"\u{A0}": break
            default: text.append(scalar)
            }
            last = scalar
        }
        return text.isEmpty ? nil : String(text)
    }

    // MARK: Keys that only this terminal has

    private func key(forSingle byte: UInt8) -> ConsoleEvent? {
        (keys[sequence] ?? Self.singleKey(byte)).map { .key($0) }
    }
}
#endif
