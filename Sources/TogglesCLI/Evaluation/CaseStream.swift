import Dispatch
import FeatureToggles

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Answers cases from standard input on standard output, in order, on every processor.
struct CaseStream {
    /// How much is read before it is answered, in bytes.
    ///
    /// A line that is longer still is read whole.
    private static let blockSize = 1 << 22

    // Unchecked: each part has a place of its own in the buffer, and nobody else touches it meanwhile.
    private struct Places: @unchecked Sendable {
        let evaluators: UnsafeMutableBufferPointer<CaseEvaluator>
        let results: UnsafeMutableBufferPointer<(bytes: [UInt8], lines: Int)>
        let text: UnsafeBufferPointer<UInt8>
    }

    private var evaluators: [CaseEvaluator]
    private var pending: [UInt8] = []
    private var lines = 0
    private var hasProblems = false

    /// Creates a stream.
    ///
    /// - Parameters:
    ///   - document: Whose flags are asked.
    ///   - timestamp: The time in seconds since 1970.
    ///   - threads: How many lines are answered at once.
    init(document: FlagDocument, timestamp: Int64, threads: Int) {
        evaluators = (0..<max(1, threads)).map { _ in CaseEvaluator(document: document, timestamp: timestamp) }
    }

    /// Answers everything.
    ///
    /// - Returns: Whether every line could be understood.
    /// - Throws: ``CommandFailure`` when standard input cannot be read.
    mutating func run() throws -> Bool {
        while try readBlock() {
            let end = (pending.lastIndex(of: UInt8(ascii: "\n")) ?? -1) + 1
            if end > 0 { answer(upTo: end) }
        }
        answer(upTo: pending.count)
        return !hasProblems
    }

    /// Reads until there is a block; `false` at the end.
    private mutating func readBlock() throws -> Bool {
        let before = pending.count
        var isAtEnd = false
        var failure: Int32 = 0
        pending.reserveCapacity(before + Self.blockSize)
        let block = [UInt8](unsafeUninitializedCapacity: Self.blockSize) { buffer, count in
            while count < buffer.count {
                let got = read(STDIN_FILENO, buffer.baseAddress.map { $0 + count }, buffer.count - count)
                if got < 0, errno == EINTR { continue }
                if got < 0 { failure = errno }
                if got <= 0 {
                    isAtEnd = true
                    return
                }
                count += got
                // What a slow writer sends is answered at once.
                if got < 1 << 16, count < buffer.count, buffer[count - 1] == UInt8(ascii: "\n") { return }
            }
        }
        if failure != 0 {
            throw CommandFailure.usage("Cannot read the cases: \(String(cString: strerror(failure))).")
        }
        pending += block
        return !isAtEnd
    }

    private mutating func answer(upTo end: Int) {
        guard end > 0 else { return }
        let bounds = parts(upTo: end)
        var results = [(bytes: [UInt8], lines: Int)](repeating: ([], 0), count: bounds.count)
        pending.withUnsafeBufferPointer { text in
            evaluators.withUnsafeMutableBufferPointer { evaluators in
                results.withUnsafeMutableBufferPointer { results in
                    let places = Places(evaluators: evaluators, results: results, text: text)
                    DispatchQueue.concurrentPerform(iterations: bounds.count) { part in
                        let text = UnsafeBufferPointer(rebasing: places.text[bounds[part]])
                        places.results[part] = places.evaluators[part].answers(to: text)
                    }
                }
            }
        }
        for (part, result) in results.enumerated() {
            for problem in evaluators[part].problems {
                hasProblems = true
                Console.printError("line \(lines + problem.line + 1): \(problem.message)")
            }
            lines += result.lines
            Console.write(result.bytes)
        }
        pending.removeSubrange(..<end)
    }

    /// As many parts of about the same size as there are evaluators, which end where lines do.
    private func parts(upTo end: Int) -> [Range<Int>] {
        var result: [Range<Int>] = []
        var start = 0
        for number in 1...evaluators.count where start < end {
            var stop = number == evaluators.count ? end : max(start, end / evaluators.count * number)
            while stop < end, stop == 0 || pending[stop - 1] != UInt8(ascii: "\n") { stop += 1 }
            if stop > start { result.append(start..<stop) }
            start = stop
        }
        return result
    }
}
