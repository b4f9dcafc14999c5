import TestSupport
import Testing

@testable import ToggleConsole

/// Tests the decoding of terminal input into events.
struct InputDecoderTests {
    /// Returns the events of a text as words.
    private func events(_ text: String, keys: [(sequence: [UInt8], key: Key)] = []) -> [String] {
        events(Array(text.utf8), keys: keys)
    }

    private func events(_ bytes: [UInt8], keys: [(sequence: [UInt8], key: Key)] = []) -> [String] {
        var whole = InputDecoder(keys: keys)
        let result = whole.events(of: bytes).map(Self.word)
        // Input may be split anywhere.
        var pieces = InputDecoder(keys: keys)
        #expect(bytes.flatMap { pieces.events(of: [$0]) }.map(Self.word) == result)
        return result
    }

    static func word(_ event: ConsoleEvent) -> String {
        switch event {
        case .key(.character(let character)): String(character)
        case .key(.control(let character)): "C-\(character)"
        case .key(.function(let number)): "F\(number)"
        case .key(let key): "\(key)"
        case .paste(let text): "paste \(text.debugDescription)"
        case .click(let position): "click \(position.row),\(position.column)"
        case .wheel(let rows, let position): "wheel \(rows) \(position.row),\(position.column)"
        default: "\(event)"
        }
    }

    @Test(arguments: [
        ("a Z~", ["a", " ", "Z", "~"]),
        ("é日🎉", ["é", "日", "🎉"]),
        ("\r\n\t\u{8}\u{7F}", ["enter", "enter", "tab", "backspace", "backspace"]),
        ("\u{1}\u{4}\u{1A}", ["C-a", "C-d", "C-z"]),
        ("\0\u{1C}\u{1F}", []),
    ])
    func charactersBecomeKeys(text: String, expected: [String]) {
        #expect(events(text) == expected)
    }

    @Test(arguments: [
        ("[A[B[C[D", ["up", "down", "right", "left"]),
        ("OAOBOCOD", ["up", "down", "right", "left"]),
        ("[H[F[1~[4~[7~[8~OHOF", ["home", "end", "home", "end", "home", "end", "home", "end"]),
        ("[5~[6~[3~[Z", ["pageUp", "pageDown", "delete", "backTab"]),
        ("OPOQ[11~[15~[17~[21~[23~[24~[[A[[E", ["F1", "F2", "F1", "F5", "F6", "F10", "F11", "F12", "F1", "F5"]),
        ("OMOpOyOkOm", ["enter", "0", "9", "+", "-"]),
        ("[1;1A", ["up"]),
    ])
    func keySequencesOfAllTerminalsAreDecoded(text: String, expected: [String]) {
        let sequences = text.replacing("[", with: "\u{1B}[").replacing("\u{1B}[\u{1B}[", with: "\u{1B}[[")
            .replacing("O", with: "\u{1B}O")
        #expect(events(sequences) == expected)
    }

    @Test(arguments: [
        "\u{1B}[I", "\u{1B}[O", "\u{1B}[?62;c", "\u{1B}[>1;2u", "\u{1B}[?1u", "\u{1B}[1;5A", "\u{1B}[3;2~",
        "\u{1B}[2~", "\u{1B}[3$", "\u{1B}[7^", "\u{1B}O5A", "\u{1B}O1;2P", "\u{1B}[1;2;3;4A", "\u{1B}[1;;;u",
        "\u{1B}[24;80R", "\u{1B}[?2026;2$y", "\u{1B}]11;rgb:0000/1111/2222\u{7}",
        "\u{1B}]11;rgb:0000/1111/2222\u{1B}\\", "\u{1B}P>|tmux 3.3a\u{1B}\\", "\u{1B}_Gi=1;OK\u{1B}\\",
        "\u{1B}^x\u{1B}\\",
        "\u{1B}x", "\u{1B}é", "\u{1B}(B", "\u{1B}[99999999999999999999999A", "\u{1B}[<0;1M", "\u{1B}[<35;4;4M",
        "\u{1B}[<0;4;4m", "\u{1B}[M#$$", "\u{1B}[<0;0;0M",
    ])
    func unknownSequenceIsSkipped(sequence: String) {
        #expect(events("j\(sequence)k") == ["j", "k"])
    }

    @Test func longSequenceIsSkipped() {
        #expect(events("\u{1B}[" + String(repeating: "1;", count: 500) + "Aj") == ["j"])
        #expect(events("\u{1B}]" + String(repeating: "B", count: 5_000) + "\u{7}j") == ["j"])
    }

    @Test func invalidCharacterIsSkippedAlone() {
        #expect(events([0xE6, 0x97, 0x6A]) == ["j"])
        #expect(events([0xFF, 0xC0, 0x80, 0x6A]) == ["j"])
        #expect(events([0xED, 0xA0, 0x80, 0x6A]) == ["j"])
    }

    @Test(arguments: [
        "\u{1B}[", "\u{1B}[1;", "\u{1B}]52;", "\u{1B}P", "\u{1B}[M ", "\u{1B}O", "\u{1B}[[", "\u{1B}(",
    ])
    func newSequenceEndsAnIncompleteOne(beginning: String) {
        #expect(events("\(beginning)\u{1B}[Aj").suffix(2) == ["up", "j"])
    }

    @Test func escapePressedTwiceIsTwoKeys() {
        #expect(events("\u{1B}\u{1B}[A") == ["escape", "up"])
    }

    @Test(arguments: [
        ("one", #"paste "one""#),
        ("a\r\nb\rc\nd", #"paste "a\nb\nc\nd""#),
        ("x\u{1}\u{1B}[Ay\u{7F}", #"paste "x[Ay""#),
        ("日本\t", #"paste "日本\t""#),
    ])
    func pasteIsOneEvent(text: String, expected: String) {
        #expect(events("j\u{1B}[200~\(text)\u{1B}[201~k") == ["j", expected, "k"])
    }

    @Test func emptyPasteIsIgnored() {
        #expect(events("\u{1B}[200~\u{1B}[201~j") == ["j"])
    }

    @Test func hugePasteIsTruncated() {
        var decoder = InputDecoder()
        let text = String(repeating: "0123456789", count: InputDecoder.maximumPasteLength / 10 + 1_000)
        let events = decoder.events(of: Array("\u{1B}[200~\(text)\u{1B}[201~j".utf8))
        #expect(events.count == 2)
        guard case .paste(let pasted)? = events.first else { return #expect(Bool(false)) }
        #expect(pasted.utf8.count <= InputDecoder.maximumPasteLength + 64)
        #expect(text.hasPrefix(pasted.prefix(InputDecoder.maximumPasteLength - 64)))
    }

    @Test(arguments: [
        ("\u{1B}[<0;5;3M", "click 2,4"),
        ("\u{1B}[<0;300;3M", "click 2,299"),
        ("\u{1B}[<64;5;3M", "wheel -3 2,4"),
        ("\u{1B}[<65;5;3M", "wheel 3 2,4"),
        ("\u{1B}[<16;5;3M", "click 2,4"),
        ("\u{1B}[M %#", "click 2,4"),
        ("\u{1B}[M`%#", "wheel -3 2,4"),
        ("\u{1B}[Ma%#", "wheel 3 2,4"),
    ])
    func bothMouseEncodingsAreDecoded(sequence: String, expected: String) {
        #expect(events("\(sequence)j") == [expected, "j"])
    }

    @Test func oldMouseEncodingSupportsLargeColumns() {
        #expect(events([0x1B, 0x5B, 0x4D, 0x20, 0xFF, 0x21, 0x6A]) == ["click 0,222", "j"])
    }

    @Test func terminfoKeysAreDecoded() {
        let keys: [(sequence: [UInt8], key: Key)] = [
            (Array("\u{1B}[224z".utf8), .function(1)), (Array("\u{1B}Oz".utf8), .home),
        ]
        #expect(events("\u{1B}[224z\u{1B}Ozj", keys: keys) == ["F1", "home", "j"])
    }

    @Test func escapeEndsWhatRandomBytesBegan() {
        var generator = SeededRandom(seed: 7)
        let alphabet: [UInt8] = [
            0x1B, 0x5B, 0x4F, 0x3C, 0x3B, 0x4D, 0x7E, 0x5D, 0x07, 0x5C, 0x32, 0x30, 0xE6, 0x97, 0xA5,
        ]
        for _ in 0..<300 {
            var decoder = InputDecoder()
            for _ in 0..<200 {
                let random = generator.next()
                let byte =
                    random & 1 == 0
                    ? alphabet[Int(random >> 8) % alphabet.count] : UInt8(truncatingIfNeeded: random >> 8)
                _ = decoder.events(of: [byte])
                if random & 0xF0 == 0, decoder.pendingTimeout != nil { _ = decoder.timeOut() }
            }
            _ = decoder.events(of: [0x18])
            repeat {
                _ = decoder.events(of: [0x1B])
                while decoder.pendingTimeout != nil { _ = decoder.timeOut() }
            } while decoder.state != .ground
            #expect(decoder.events(of: [0x6A]).map(Self.word) == ["j"])
        }
    }
}
