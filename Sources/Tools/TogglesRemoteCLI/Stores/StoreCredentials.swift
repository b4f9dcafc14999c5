import Foundation
import ToggleBase
import ToggleHTTP
import ToggleTool

/// Credentials from the environment, which other users can't see in lists of processes.
struct StoreCredentials: Sendable {
    /// The header fields to send to the store.
    let headers: HTTPHeaders

    static let none = StoreCredentials(headers: HTTPHeaders())

    private init(headers: HTTPHeaders) { self.headers = headers }

    /// Reads the credentials of an HTTP store.
    ///
    /// - Parameter environment: The variables `TOGGLES_TOKEN`; `TOGGLES_USER` and `TOGGLES_PASSWORD`; `TOGGLES_HEADER`.
    ///   One with `_FILE` at its end names a file with the value instead.
    /// - Throws: ``ToolError`` for contradictory or unreadable ones.
    init(environment: [String: String]) throws {
        let token = try Self.value("TOGGLES_TOKEN", environment)
        let password = try Self.value("TOGGLES_PASSWORD", environment)
        let field = try Self.value("TOGGLES_HEADER", environment)
        guard [token, password, field].compactMap(\.self).count < 2 else {
            throw ToolError.usage(
                "The environment has several credentials; set only one of TOGGLES_TOKEN, TOGGLES_PASSWORD and TOGGLES_HEADER."
            )
        }
        var headers = HTTPHeaders()
        if let token { headers["Authorization"] = "Bearer \(token)" }
        if let password {
            guard let user = environment["TOGGLES_USER"], !user.isEmpty, !user.contains(":") else {
                throw ToolError.usage("TOGGLES_PASSWORD also needs TOGGLES_USER, the name without a colon.")
            }
            let pair = Base64.text(Array("\(user):\(password)".utf8))
            ToolOutput.hide(pair)
            headers["Authorization"] = "Basic \(pair)"
        }
        if let field {
            let parts = field.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
            let name = parts[0].trimmingCharacters(in: .whitespaces)
            guard parts.count == 2, !name.isEmpty, !name.contains(where: \.isWhitespace) else {
                throw ToolError.usage("TOGGLES_HEADER is not a header field; write ‘Name: value’.")
            }
            let value = parts[1].trimmingCharacters(in: .whitespaces)
            ToolOutput.hide(value)
            headers[name] = value
        }
        self.headers = headers
    }

    /// Returns the value of a variable, or of the file that another one names; `nil` if neither is set.
    ///
    /// The value is never printed from then on.
    static func value(_ name: String, _ environment: [String: String]) throws -> String? {
        var value = environment[name].flatMap { $0.isEmpty ? nil : $0 }
        if let path = environment["\(name)_FILE"], !path.isEmpty {
            guard value == nil else { throw ToolError.usage("Set either \(name) or \(name)_FILE, not both.") }
            let bytes: [UInt8]
            do {
                bytes = try FileReading.bytes(path: path, limit: 1 << 16)
            } catch {
                throw ToolError.usage("\(name)_FILE: \("\(error)".sentence)")
            }
            value = String(decoding: bytes, as: UTF8.self).trimmingCharacters(in: .newlines)
            guard value?.isEmpty == false else { throw ToolError.usage("\(name)_FILE: ‘\(path)’ is empty.") }
        }
        guard let value else { return nil }
        ToolOutput.hide(value)
        guard value.utf8.allSatisfy({ (32..<127).contains($0) }) else {
            throw ToolError.usage("\(name) contains invalid characters, such as a line break.")
        }
        return value
    }
}
