#if OVERRIDES
/// The sequences that terminals send for keys and the mouse.
///
/// Cursor keys arrive as CSI or SS3, regardless of the requested mode. Combinations with Shift, Control, or Alt are
/// ignored.
///
/// https://invisible-island.net/xterm/ctlseqs/ctlseqs.html
extension InputDecoder {
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
        guard let numbers = Self.numbers(body), numbers.dropFirst().allSatisfy({ $0 <= 1 }) else { return nil }
        let first = numbers.first ?? 0
        switch final {
        case 0x41...0x48 where first <= 1: return Self.cursorKey(final).map { .key($0) }
        case 0x50...0x53 where first <= 1: return .key(.function(Int(final) - 0x4F))
        case 0x5A: return .key(.backTab)
        case 0x7E: return Self.numberedKey(first).map { .key($0) }
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

    /// Returns numbers below 100,000, separated by semicolons, or `nil` for anything else.
    private static func numbers(_ bytes: ArraySlice<UInt8>) -> [Int]? {
        guard !bytes.isEmpty else { return [] }
        var numbers = [0]
        for byte in bytes {
            switch byte {
            case 0x3B: numbers.append(0)
            case 0x30...0x39:
                let number = numbers[numbers.count - 1] * 10 + Int(byte - 0x30)
                guard number < 100_000 else { return nil }
                numbers[numbers.count - 1] = number
            default: return nil
            }
        }
        return numbers
    }

    // MARK: Mouse

    /// Decodes `ESC [ < button ; column ; row M`, or with `m` for a release.
    private func newMouse(_ body: ArraySlice<UInt8>, isPressed: Bool) -> ConsoleEvent? {
        guard isPressed, let numbers = Self.numbers(body), numbers.count == 3 else { return nil }
        return Self.mouse(button: numbers[0], column: numbers[1], row: numbers[2])
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
