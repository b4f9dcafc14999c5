import Testing

@testable import ToggleConsole

/// Tests the decoding of input that arrives in parts, with pauses between them.
struct InputTimingTests {
    /// A sequence and the words of its events.
    struct Example: CustomTestStringConvertible, Sendable {
        var bytes: [UInt8]
        var expected: [String]

        init(_ text: String, _ expected: String...) {
            bytes = Array(text.utf8)
            self.expected = expected
        }

        var testDescription: String { String(decoding: bytes, as: UTF8.self).debugDescription }
    }

    static let sequences =
        [
            Example("\u{1B}[A", "up"), Example("\u{1B}[B", "down"), Example("\u{1B}[C", "right"),
            Example("\u{1B}[D", "left"), Example("\u{1B}OA", "up"), Example("\u{1B}OH", "home"),
            Example("\u{1B}OF", "end"), Example("\u{1B}OM", "enter"), Example("\u{1B}[H", "home"),
            Example("\u{1B}[F", "end"), Example("\u{1B}[1~", "home"), Example("\u{1B}[24~", "F12"),
            Example("\u{1B}[Z", "backTab"), Example("\u{1B}[[A", "F1"), Example("\u{1B}[1;5A"), Example("\u{1B}O5A"),
            Example("\u{1B}[27u", "escape"), Example("\u{1B}[99;5u", "C-c"), Example("\u{1B}[97:65;2:1;65u", "A"),
            Example("\u{1B}[27;5;99~", "C-c"), Example("\u{1B}[<0;5;3M", "click 2,4"),
            Example("\u{1B}[<0;5;3m"), Example("\u{1B}[M %#", "click 2,4"), Example("\u{1B}[Ma%#", "wheel 3 2,4"),
            Example("\u{1B}[?62;c"), Example("日", "日"), Example("🎉", "🎉"),
        ]

    static let pastes = [
        Example("\u{1B}[200~A q\r\n\u{1}X日\t\u{1B}[201~", #"paste "A q\nX日\t""#), Example("\u{1B}[200~\u{1B}[201~"),
        Example("\u{1B}[200~\u{1B}[A\u{1B}[200~\u{1B}[201\u{1B}[201~", #"paste "[A[200~[201""#),
    ]

    /// Decodes parts with pauses of a number of milliseconds after each of them; notices are left out.
    private func events(_ parts: [some Sequence<UInt8>], pause: Int, _ decoder: inout InputDecoder) -> [String] {
        var events: [ConsoleEvent] = []
        for part in parts {
            events += decoder.events(of: part)
            var rest = pause
            while let timeout = decoder.pendingTimeout, timeout <= rest {
                rest -= timeout
                events += decoder.timeOut()
            }
        }
        return events.filter { if case .report(.notice) = $0 { false } else { true } }.map(InputDecoderTests.word)
    }

    private func events(_ parts: [some Sequence<UInt8>], pause: Int) -> [String] {
        var decoder = InputDecoder()
        return events(parts, pause: pause, &decoder)
    }

    @Test(arguments: sequences + pastes, [0, 60, 99, 100, 1_000, 60_000])
    func sequenceInTwoPartsIsTheSame(example: Example, pause: Int) {
        for place in 1..<example.bytes.count {
            // After a long pause, ESC is also a key, and after a very long one, it is only a key.
            let isEscape = place == 1 && example.bytes[0] == 0x1B && pause >= 100
            if isEscape, pause > 1_000 { continue }
            let found = events([example.bytes[..<place], example.bytes[place...]], pause: pause)
            #expect(found == (isEscape ? ["escape"] : []) + example.expected, "after \(place) bytes")
        }
    }

    @Test(arguments: sequences + pastes, [0, 99, 100, 1_000])
    func sequenceInSingleBytesIsTheSame(example: Example, pause: Int) {
        let isEscape = example.bytes[0] == 0x1B && pause >= 100
        #expect(events(example.bytes.map { [$0] }, pause: pause) == (isEscape ? ["escape"] : []) + example.expected)
    }

    @Test(arguments: [0, 1_000, 4_999, 5_000, 60_000])
    func textOfAnUnfinishedPasteIsNeverAKey(pause: Int) {
        let parts = ["\u{1B}[200~", "one ", "A", "q", " ", "\u{3}", "\u{1B}[A", "\r", "\u{1B}[201", "x"].map {
            Array($0.utf8)
        }
        var decoder = InputDecoder()
        #expect(events(parts, pause: pause, &decoder) == [])
        #expect(events([Array("\u{1B}[201~j".utf8)], pause: 0, &decoder) == [#"paste "one Aq [A\n[201x""#, "j"])
    }

    @Test func escapeEndsAPasteThatIsOverdue() {
        var decoder = InputDecoder()
        #expect(decoder.events(of: Array("\u{1B}[200~abc".utf8)).isEmpty)
        #expect(decoder.pendingTimeout == 5_000)
        let notice = decoder.timeOut()
        guard case .report(.notice(let text))? = notice.first else { return #expect(Bool(false)) }
        #expect(text.contains("press Esc"))
        // The console now waits for input only.
        #expect(decoder.pendingTimeout == nil)
        #expect(decoder.events(of: [0x1B]).isEmpty)
        #expect(decoder.pendingTimeout == 1_000)
        #expect(decoder.timeOut().map(InputDecoderTests.word) == [#"paste "abc""#])
        // The end of the paste arrives after all.
        #expect(decoder.events(of: Array("[201~j".utf8)).map(InputDecoderTests.word) == ["j"])
    }

    @Test func escapeIsAKeyAfterItsDelay() {
        var decoder = InputDecoder(escapeDelay: 40)
        #expect(decoder.events(of: [0x1B]).isEmpty)
        #expect(decoder.pendingTimeout == 40)
        #expect(decoder.timeOut().map(InputDecoderTests.word) == ["escape"])
        #expect(decoder.events(of: Array("j[".utf8)).map(InputDecoderTests.word) == ["j", "["])
        #expect(decoder.pendingTimeout == nil)
        #expect(events([[0x1B], [0x4F, 0x6A]], pause: 1_100) == ["escape", "O", "j"])
    }

    @Test(arguments: [
        ([:], 100), (["SSH_CONNECTION": "10.0.0.1 1 10.0.0.2 22"], 300), (["SSH_TTY": "/dev/pts/1"], 300),
        (["ESCDELAY": "25", "SSH_TTY": "/dev/pts/1"], 25), (["ESCDELAY": "0"], 0), (["ESCDELAY": "99999999"], 10_000),
        (["ESCDELAY": "-1"], 100), (["ESCDELAY": ""], 100), (["ESCDELAY": "soon"], 100),
    ])
    func delayDependsOnTheLine(environment: [String: String], expected: Int) {
        #expect(InputDecoder.escapeDelay { environment[$0] } == expected)
    }
}
