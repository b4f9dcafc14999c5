/// The help of a command, wrapped to the width of the terminal except for indented lines above its usage.
///
/// ArgumentParser wraps examples like paragraphs. If a wrapped example is pasted, the shell runs it without its last
/// arguments.
struct HelpText {
    let text: String

    /// Joins the indented lines of a help again.
    ///
    /// - Parameters:
    ///   - wrapped: The help as ArgumentParser wraps it.
    ///   - whole: The same help without line breaks of its own.
    init(_ wrapped: String, whole: String) {
        var pieces = wrapped.split(separator: "\n", omittingEmptySubsequences: false)[...]
        var lines: [Substring] = []
        for line in whole.split(separator: "\n", omittingEmptySubsequences: false) {
            if line.hasPrefix("USAGE: ") { break }
            let start = pieces
            // Each line break of the wrapped help replaces a space.
            var joined = pieces.popFirst().map { String($0) }
            while let text = joined, text != line {
                joined = pieces.popFirst().map { "\(text) \($0)" }
            }
            guard joined != nil else {
                text = wrapped
                return
            }
            if line.hasPrefix(" ") { lines.append(line) } else { lines += start[..<pieces.startIndex] }
        }
        text = (lines + pieces).joined(separator: "\n")
    }
}
