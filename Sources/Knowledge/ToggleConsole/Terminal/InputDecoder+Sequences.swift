#if OVERRIDES
/// The sequences that terminals send for keys and the mouse.
///
/// Cursor keys arrive as CSI or SS3, regardless of the requested mode. Other keys arrive as CSI u or CSI 27 if a program
/// has left the keyboard protocol of kitty or xterm's modifyOtherKeys on. Combinations that no action uses are ignored.
///
/// https://invisible-island.net/xterm/ctlseqs/ctlseqs.html
/// https://sw.kovidgoyal.net/kitty/keyboard-protocol/
extension InputDecoder {
    /// Returns the key of a control character.
    static func controlKey(_ byte: UInt8) -> Key? {
        switch byte {
        case 0x0D, 0x0A: .enter
        case 0x09: .tab
        case 0x08, 0x7F: .backspace
        case 0x1B: .escape
        case 0x01...0x1A: .control(Character(Unicode.Scalar(byte + 0x60)))
        default: nil
        }
    }

    /// Returns the key of `ESC O` and a byte: cursor keys, function keys, and keypad keys in application mode.
    static func singleKey(_ byte: UInt8) -> Key? {
        switch byte {
        case 0x4D: .enter
        case 0x50...0x53: .function(Int(byte) - 0x4F)
        // * + , - . / 0 … 9
        case 0x6A...0x79: .character(Character(Unicode.Scalar(byte - 0x40)))
        case 0x58: .character("=")
        default: cursorKey(byte)
        }
    }

    private static func cursorKey(_ byte: UInt8) -> Key? {
        switch byte {
        case 0x41: .up
        case 0x42: .down
        case 0x43: .right
        case 0x44: .left
        case 0x46: .end
        case 0x48: .home
        default: nil
        }
    }

    /// Returns the event of `ESC [`, parameters, and a final byte, which ends ``sequence``.
    func event(forControl final: UInt8) -> ConsoleEvent? {
        let body = sequence.dropFirst(2).dropLast()
        if body.first == 0x3C { return newMouse(body.dropFirst(), isPressed: final == 0x4D) }
        guard let parameters = Self.parameters(body), parameters.count <= 3 else { return nil }
        let first = parameters[0][0]
        let modifiers = parameters.count > 1 ? parameters[1] : []
        // A key was released.
        if modifiers.dropFirst().first == 3 { return nil }
        // Caps Lock and Num Lock aren't part of a combination.
        let combination = (max(1, modifiers.first ?? 1) - 1) & ~0b1100_0000
        let last = parameters.count > 2 ? parameters[2] : []
        let key: Key? =
            switch final {
            case 0x75: Self.key(parameters[0], combination, text: last)
            case 0x7E where first == 27: Self.key([last.first ?? 0], combination, text: last)
            case _ where combination != 0 && final != 0x5A: nil
            case 0x41...0x48 where first <= 1: Self.cursorKey(final)
            case 0x50...0x53 where first <= 1: .function(Int(final) - 0x4F)
            case 0x5A: .backTab
            case 0x7E: Self.numberedKey(first)
            default: nil
            }
        return key.map { .key($0) }
    }

    /// Returns the key that a terminal reports by its code.
    ///
    /// - Parameters:
    ///   - codes: The character of the key without Shift, and optionally the one with Shift.
    ///   - combination: A bit for each of Shift, Alt, Control, and others.
    ///   - text: The characters that the key types, if the terminal reports them.
    /// - Returns: The key; `nil` for a combination that isn't bound.
    private static func key(_ codes: [Int], _ combination: Int, text: [Int]) -> Key? {
        let isShifted = combination & 1 != 0
        guard combination & ~0b101 == 0 else { return nil }
        if codes[0] == 9, isShifted { return .backTab }
        if codes[0] < 0x20 || codes[0] == 0x7F { return controlKey(UInt8(codes[0])) }
        if combination & 0b100 != 0 {
            return !isShifted && (0x40..<0x7F).contains(codes[0]) ? controlKey(UInt8(codes[0] & 0x1F)) : nil
        }
        if let key = keypadKey(codes[0]) { return key }
        guard let plain = Unicode.Scalar(UInt32(codes[0])) else { return nil }
        let upper = Unicode.Scalar(plain.properties.uppercaseMapping)
        let typed = [text.first, isShifted ? codes.dropFirst().first : nil].compactMap { $0 }.first { $0 > 0 }
        let scalar =
            if let typed {
                Unicode.Scalar(UInt32(typed))
            } else if isShifted {
                // The character that another key than a letter types with Shift depends on the layout of the keyboard.
                upper == plain ? nil : upper
            } else {
                plain
            }
        guard let scalar, ![.control, .privateUse].contains(scalar.properties.generalCategory) else { return nil }
        return .character(Character(scalar))
    }

    /// Returns the key of the keypad that has a code in kitty's protocol.
    private static func keypadKey(_ code: Int) -> Key? {
        let characters = Array("0123456789./*-+\r=")
        let others: [Key?] = [.left, .right, .up, .down, .pageUp, .pageDown, .home, .end, nil, .delete]
        switch code {
        case 57_399..<57_416:
            let character = characters[code - 57_399]
            return character == "\r" ? .enter : .character(character)
        case 57_417..<57_427: return others[code - 57_417]
        default: return nil
        }
    }

    private static func numberedKey(_ number: Int) -> Key? {
        switch number {
        case 1, 7: .home
        case 3: .delete
        case 4, 8: .end
        case 5: .pageUp
        case 6: .pageDown
        case 11...15: .function(number - 10)
        case 17...21: .function(number - 11)
        case 23, 24: .function(number - 12)
        default: nil
        }
    }

    /// Returns numbers below 10,000,000 with their parts, or `nil` for anything else.
    ///
    /// Semicolons separate the numbers, and colons their parts. A missing number is 0.
    private static func parameters(_ bytes: ArraySlice<UInt8>) -> [[Int]]? {
        var parameters = [[0]]
        for byte in bytes {
            let (last, part) = (parameters.count - 1, parameters[parameters.count - 1].count - 1)
            switch byte {
            case 0x3A: parameters[last].append(0)
            case 0x3B: parameters.append([0])
            case 0x30...0x39 where parameters[last][part] < 1_000_000:
                parameters[last][part] = parameters[last][part] * 10 + Int(byte - 0x30)
            default: return nil
            }
        }
        return parameters
    }

    // MARK: Mouse

    /// Decodes `ESC [ < button ; column ; row M`, or with `m` for a release.
    private func newMouse(_ body: ArraySlice<UInt8>, isPressed: Bool) -> ConsoleEvent? {
        guard isPressed, let numbers = Self.parameters(body), numbers.count == 3 else { return nil }
        return Self.mouse(button: numbers[0][0], column: numbers[1][0], row: numbers[2][0])
    }

    /// Decodes `ESC [ M` with button, column, and row as characters.
    func oldMouse() -> ConsoleEvent? {
        guard sequence.count == 6, sequence.dropFirst(3).allSatisfy({ $0 >= 32 }) else { return nil }
        return Self.mouse(button: Int(sequence[3]) - 32, column: Int(sequence[4]) - 32, row: Int(sequence[5]) - 32)
    }

    private static func mouse(button: Int, column: Int, row: Int) -> ConsoleEvent? {
        guard column >= 1, row >= 1 else { return nil }
        let position = Grid.Position(row: row - 1, column: column - 1)
        // Ignore Shift, Alt, and Control.
        switch button & ~0b1_1100 {
        case 0: return .click(position)
        case 64: return .wheel(rows: -wheelRows, at: position)
        case 65: return .wheel(rows: wheelRows, at: position)
        default: return nil
        }
    }
}
#endif
