#if OVERRIDES
import FeatureToggles

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Updates the file until it is killed, and reports each completed update.
struct TortureWriter {
    let file: LocalDefaultsFile
    let name: String
    /// The pause between two updates in milliseconds.
    let pause: UInt32

    /// Increments the common counter and this writer's counter in each update, so that lost updates are detected.
    func run() -> Never {
        while true {
            do {
                let update = try file.update { state in
                    let own = state.values.count(of: name) + 1
                    var edits: [LocalDefaultsEdit] = [
                        .set("common", .integer(state.values.count(of: "common") + 1)), .set(name, .integer(own)),
                    ]
                    // A text of varying length.
                    let text = String(repeating: "\(own) ", count: own % 400)
                    edits.append(own.isMultiple(of: 3) ? .unset("text_\(name)") : .set("text_\(name)", .string(text)))
                    return edits
                }
                report(update.recovery == nil ? "\(update.state.values.count(of: name))" : "recovered")
                if pause > 0 { usleep(pause * 1_000) }
            } catch {
                report("failed: \(error)")
                exit(3)
            }
        }
    }

    private func report(_ line: String) {
        let bytes = Array("\(line)\n".utf8)
        // At most PIPE_BUF bytes, so a line is written whole or not at all.
        if write(1, bytes, min(bytes.count, 512)) < 0 { exit(4) }
    }
}

extension [String: JSONValue] {
    /// Returns the value of a counter, or 0 if it doesn't exist.
    func count(of name: String) -> Int {
        if case .integer(let count)? = self[name] { count } else { 0 }
    }
}
#endif
