#if OVERRIDES
import ToggleBase

/// Decodes terminal input into events.
///
/// Input may be split anywhere. Unknown sequences are skipped as a whole: no part of an escape sequence, of a terminal's
/// response, or of an invalid character becomes a key.
struct InputDecoder: Sendable {
    /// The kind of an incomplete sequence.
    enum State: Equatable, Sendable {
        case ground
        /// ESC.
        case escape
        /// `ESC [` and parameters.
        case control
        /// `ESC O`.
        case single
        /// A control string (OSC, DCS, APC, PM, SOS), which ends with BEL or ESC `\`.
        case text(afterEscape: Bool)
        /// A multi-byte character, and the number of its missing bytes.
        case character(missing: Int)
        /// `ESC [ M`, and the number of missing bytes out of three.
        case mouse(missing: Int)
        /// `ESC [ [`, which the Linux console sends before one more byte for the first function keys.
        case linuxFunction
        /// Text between the markers of a paste.
        case paste
    }

    /// The maximum length of a sequence in bytes; a longer one is skipped.
    static let maximumSequenceLength = 64
    /// The maximum length of a paste in bytes; the rest is dropped.
    static let maximumPasteLength = 1 << 20
    /// The number of rows per step of the mouse wheel.
    static let wheelRows = 3

    private(set) var state = State.ground
    /// The bytes since ESC, or those of a character.
    var sequence: [UInt8] = []
    private var pasted: [UInt8] = []
    /// The key sequences of this particular terminal.
    private let keys: [(sequence: [UInt8], key: Key)]

    /// - Parameter keys: The key sequences of this particular terminal, from terminfo.
    init(keys: [(sequence: [UInt8], key: Key)] = []) {
        self.keys = keys
    }

    /// The milliseconds without input after which to call ``timeOut()``, or `nil` if no sequence is incomplete.
    ///
    /// A timeout is needed because ESC is both a key and the beginning of sequences.
    var pendingTimeout: Int? {
        switch state {
        case .ground: nil
        case .escape: 25
        case .paste: 5_000
        default: 500
        }
    }

    /// Decodes bytes.
    mutating func events(of bytes: some Sequence<UInt8>) -> [ConsoleEvent] {
        var events: [ConsoleEvent] = []
        for byte in bytes { read(byte, into: &events) }
        return events
    }

    /// Ends an incomplete sequence.
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
            // The character is invalid; this byte begins a new one.
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
            // Escape was pressed twice, or before another key.
            sequence = [byte]
            events.append(.key(.escape))
        case 0x5B: state = .control
        case 0x4F: state = .single
        case 0x5D, 0x50, 0x58, 0x5E, 0x5F: state = .text(afterEscape: false)
        // Alt and a multi-byte character.
        case 0xC2...0xF4:
            state = .mouse(missing: byte < 0xE0 ? 1 : byte < 0xF0 ? 2 : 3)
            sequence = []
        // An intermediate byte between ESC and the final one.
        case 0x20...0x2F: break
        // Alt and a key, which is not bound.
        default: reset()
        }
    }

    private mutating func readControl(_ byte: UInt8, _ events: inout [ConsoleEvent]) {
        // A new sequence begins in the middle of another one.
        if byte == 0x1B {
            sequence = [byte]
            return state = .escape
        }
        if sequence.count < Self.maximumSequenceLength { sequence.append(byte) }
        switch byte {
        case 0x4D where sequence.count == 3: state = .mouse(missing: 3)
        case 0x5B where sequence.count == 3: state = .linuxFunction
        case 0x40...0x7E:
            guard sequence.count < Self.maximumSequenceLength else { return reset() }
            if sequence == Self.pasteBegin {
                reset()
                return state = .paste
            }
            finish(knownKey.map { .key($0) } ?? event(forControl: byte), &events)
        case 0x20...0x3F: break
        // The byte is invalid in any sequence.
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
        } else if pasted.count > Self.maximumPasteLength + 64 {
            // Excess bytes are dropped, except for a possible beginning of the end marker.
            pasted.removeSubrange(Self.maximumPasteLength..<pasted.count - Self.pasteEnd.count)
        }
    }

    /// Returns the pasted text with line feeds as line breaks and without other control characters.
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

    // MARK: Keys of this particular terminal

    private func key(forSingle byte: UInt8) -> ConsoleEvent? {
        (knownKey ?? Self.singleKey(byte)).map { .key($0) }
    }

    /// The key that sends the bytes since ESC, if terminfo contains one.
    private var knownKey: Key? { keys.first { $0.sequence == sequence }?.key }
}
#endif
