import Foundation

/// Standard output and standard error.
enum FetchOutput {
    /// Writes bytes on standard output.
    ///
    /// - Throws: ``FetchFailure`` when they cannot be written; a reader that went away, as `head` does, is no reason.
    static func write(_ bytes: [UInt8]) throws {
        do {
            try FileHandle.standardOutput.write(contentsOf: Data(bytes))
        } catch {
            let number = ((error as NSError).userInfo[NSUnderlyingErrorKey] as? NSError)?.code
            if number == Int(EPIPE) { return }
            let reason = number.map { ": \(String(cString: strerror(Int32(truncatingIfNeeded: $0))))" } ?? ""
            throw FetchFailure.usage("Cannot write the output\(reason).")
        }
    }

    /// Writes a line on standard error, with nothing in it that a terminal takes for commands.
    static func note(_ text: String) {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map {
            FetchReport.printable(String($0))
        }
        try? FileHandle.standardError.write(contentsOf: Data((lines.joined(separator: "\n") + "\n").utf8))
    }
}
