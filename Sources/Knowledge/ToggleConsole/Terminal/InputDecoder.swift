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
        /// ESC was reported as a key, but may still turn out to be the beginning of a sequence from a slow line.
        case reportedEscape
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
        /// Text between the markers of a paste, and whether its end is overdue.
        case paste(isOverdue: Bool)
        /// ESC in a paste whose end is overdue.
        case pasteEscape
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
    /// The milliseconds without input after which ESC is a key.
    private let escapeDelay: Int

    /// - Parameters:
    ///   - keys: The key sequences of this particular terminal, from terminfo.
    ///   - escapeDelay: The milliseconds without input after which ESC is a key.
    init(keys: [(sequence: [UInt8], key: Key)] = [], escapeDelay: Int = 100) {
        self.keys = keys
        self.escapeDelay = escapeDelay
    }

    /// Returns the milliseconds without input after which ESC is a key: `ESCDELAY`, as for curses, if it's set.
    ///
    /// Over ssh, the bytes of a key may arrive separately.
    static func escapeDelay(variable: (String) -> String?) -> Int {
        if let delay = variable("ESCDELAY").flatMap({ Int($0) }), delay >= 0 { return min(delay, 10_000) }
        return (variable("SSH_CONNECTION") ?? variable("SSH_TTY")) == nil ? 100 : 300
    }

    /// The milliseconds without input after which to call ``timeOut()``, or `nil` if only input can end the state.
    ///
    /// A timeout is needed because ESC is both a key and the beginning of sequences. Other sequences wait for their end,
    /// so that none of their bytes acts as a key, no matter how slow the line is.
    var pendingTimeout: Int? {
        switch state {
        case .escape where sequence.count == 1: escapeDelay
        case .reportedEscape, .pasteEscape: 1_000
        case .text: 2_000
        case .paste(isOverdue: false): 5_000
        default: nil
        }
    }

    /// Decodes bytes.
    mutating func events(of bytes: some Sequence<UInt8>) -> [ConsoleEvent] {
        var events: [ConsoleEvent] = []
        for byte in bytes { read(byte, into: &events) }
        return events
    }

    /// Handles that no input arrived for ``pendingTimeout``.
    mutating func timeOut() -> [ConsoleEvent] {
        switch state {
        case .escape where sequence.count == 1:
            state = .reportedEscape
            return [.key(.escape)]
        case .pasteEscape:
            let text = pastedText()
            reset()
            state = .reportedEscape
            return text.map { [.paste($0)] } ?? []
        case .paste(isOverdue: false):
            state = .paste(isOverdue: true)
            return [.report(.notice("the end of the pasted text has not arrived; to stop waiting for it, press Esc"))]
        default:
            reset()
            return []
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
        case .paste, .pasteEscape: readPaste(byte, &events)
        case .text(let afterEscape):
            if byte == 0x07 || (afterEscape && byte == 0x5C) || byte == 0x18 { return reset() }
            guard afterEscape, byte != 0x1B else { return state = .text(afterEscape: byte == 0x1B) }
            // The string ended without its terminator.
            sequence = [0x1B]
            readEscape(byte)
        case _ where byte == 0x1B:
            // Escape was pressed twice, or before another key. In any other sequence, a new one begins.
            if state == .escape, sequence.count == 1 { events.append(.key(.escape)) }
            sequence = [byte]
            state = .escape
        case .reportedEscape where byte == 0x5B || byte == 0x4F || byte == 0x5D:
            sequence = [0x1B]
            readEscape(byte)
        case .ground, .reportedEscape: readGround(byte, &events)
        case .escape: readEscape(byte)
        case .control: readControl(byte, &events)
        case .single:
            if sequence.count < Self.maximumSequenceLength { sequence.append(byte) }
            // In old terminals, a modifier comes before the key.
            if !(0x30...0x3B).contains(byte) { finish(key(forSingle: byte), &events) }
        case .character(let missing): readCharacter(byte, missing: missing, &events)
        case .mouse(let missing):
            sequence.append(byte)
            if missing > 1 { state = .mouse(missing: missing - 1) } else { finish(oldMouse(), &events) }
        case .linuxFunction:
            finish((0x41...0x45).contains(byte) ? .key(.function(Int(byte) - 0x40)) : nil, &events)
        }
    }

    private mutating func readGround(_ byte: UInt8, _ events: inout [ConsoleEvent]) {
        state = .ground
        switch byte {
        case 0x20..<0x7F: events.append(.key(.character(Character(Unicode.Scalar(byte)))))
        case 0xC2...0xF4:
            sequence = [byte]
            state = .character(missing: byte < 0xE0 ? 1 : byte < 0xF0 ? 2 : 3)
        default: if let key = Self.controlKey(byte) { events.append(.key(key)) }
        }
    }

    private mutating func readCharacter(_ byte: UInt8, missing: Int, _ events: inout [ConsoleEvent]) {
        guard byte & 0xC0 == 0x80 else {
            // The character is invalid; this byte begins a new one.
            return readGround(byte, &events)
        }
        sequence.append(byte)
        guard missing == 1 else { return state = .character(missing: missing - 1) }
        let text = String(wellFormed: sequence)
        let character = text?.unicodeScalars.first.flatMap { $0.value < 0xA0 ? nil : Character($0) }
        finish(character.map { .key(.character($0)) }, &events)
    }

    private mutating func readEscape(_ byte: UInt8) {
        sequence.append(byte)
        switch byte {
        case 0x5B: state = .control
        case 0x4F: state = .single
        case 0x5D, 0x50, 0x58, 0x5E, 0x5F: state = .text(afterEscape: false)
        // Alt and a multi-byte character.
        case 0xC2...0xF4:
            state = .mouse(missing: byte < 0xE0 ? 1 : byte < 0xF0 ? 2 : 3)
            sequence = []
        // An intermediate byte between ESC and the final one.
        case 0x20...0x2F: state = .escape
        // Alt and a key, which is not bound.
        default: reset()
        }
    }

    private mutating func readControl(_ byte: UInt8, _ events: inout [ConsoleEvent]) {
        if sequence.count < Self.maximumSequenceLength { sequence.append(byte) }
        switch byte {
        case 0x4D where sequence.count == 3: state = .mouse(missing: 3)
        case 0x5B where sequence.count == 3: state = .linuxFunction
        case 0x40...0x7E:
            guard sequence.count < Self.maximumSequenceLength else { return reset() }
            if sequence == Self.pasteBegin {
                reset()
                return state = .paste(isOverdue: false)
            }
            finish(knownKey.map { .key($0) } ?? event(forControl: byte), &events)
        // Rxvt ends a number with $ for a key with Shift.
        case 0x24 where sequence.dropFirst(2).dropLast().allSatisfy { (0x30...0x39).contains($0) }: reset()
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
        // Apart from its end, only Esc between two pauses ends a paste. Terminals remove ESC from pasted text.
        state = state == .paste(isOverdue: true) && byte == 0x1B ? .pasteEscape : .paste(isOverdue: false)
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
        (knownKey ?? (sequence.count == 3 ? Self.singleKey(byte) : nil)).map { .key($0) }
    }

    /// The key that sends the bytes since ESC, if terminfo contains one.
    private var knownKey: Key? { keys.first { $0.sequence == sequence }?.key }
}
#endif
