import Testing

@testable import ToggleConsole

@Suite struct LineBufferTests {
    /// Returns the parts of an input that arrives in pieces and then ends.
    private func parts(_ pieces: [String], limit: Int = 8) -> [LineBuffer.Part] {
        var buffer = LineBuffer(limit: limit)
        var parts: [LineBuffer.Part] = []
        for piece in pieces {
            buffer.append(piece.utf8)
            while let part = buffer.next(hasEnded: false) { parts.append(part) }
        }
        while let part = buffer.next(hasEnded: true) { parts.append(part) }
        return parts
    }

    @Test(
        arguments: [
            ([], []), ([""], []), (["one\ntwo\n"], [.line("one"), .line("two")]),
            (["o", "ne\nt", "wo"], [.line("one"), .line("two")]), (["\n\n"], [.line(""), .line("")]),
            (["12345678\n", "12345678"], [.line("12345678"), .line("12345678")]),
        ] as [([String], [LineBuffer.Part])]
    )
    func inputIsSplitIntoLines(_ pieces: [String], _ expected: [LineBuffer.Part]) {
        #expect(parts(pieces) == expected)
        #expect(parts(pieces.joined().map { String($0) }) == expected)
    }

    @Test(arguments: [[0x61, 0xFF], [0xC3], [0xED, 0xA0, 0x80], [0xC0, 0x80]])
    func lineThatIsNotUTF8IsSkipped(bytes: [UInt8]) {
        var buffer = LineBuffer(limit: 8)
        buffer.append(bytes + [0x0A, 0x62, 0x0A])
        #expect(buffer.next(hasEnded: false) == .notUTF8)
        #expect(buffer.next(hasEnded: false) == .line("b"))
        #expect(buffer.next(hasEnded: true) == nil)
    }

    @Test(
        arguments: [
            (["123456789\nflip a\n"], [.tooLong, .line("flip a")]),
            (["123456789", "flip a\nlist\n"], [.tooLong, .line("list")]),
            (["123456789", "flip a", "flip b"], [.tooLong]), (["123456789"], [.tooLong]),
            (["123456789", "\n"], [.tooLong]),
            (["123456789", "\n123456789", "x\n\n"], [.tooLong, .tooLong, .line("")]),
        ] as [([String], [LineBuffer.Part])]
    )
    func tooLongLineIsSkipped(_ pieces: [String], _ expected: [LineBuffer.Part]) {
        #expect(parts(pieces) == expected)
        #expect(parts(pieces.joined().map { String($0) }) == expected)
    }
}
