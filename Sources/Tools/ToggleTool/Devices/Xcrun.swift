package import ToggleBase

/// Runs Apple's tools for simulators and devices, `simctl` and `devicectl`.
package struct Xcrun: Sendable {
    /// What a tool printed, and how it ended.
    package struct Answer: Sendable {
        /// The exit code; other endings are errors.
        package var status: Int32
        package var output: [UInt8]
        package var errorText: String

        /// Creates an answer.
        package init(status: Int32, output: [UInt8] = [], errorText: String = "") {
            self.status = status
            self.output = output
            self.errorText = errorText
        }
    }

    /// The environment variable with the time limit of a call in seconds.
    package static let timeLimitVariable = "TOGGLES_XCRUN_TIMEOUT"
    /// The maximum size in bytes of what a tool prints or writes.
    package static let maximumSize = 32 << 20

    /// The time limit of a call in seconds.
    package let seconds: Int
    private let execute: @Sendable (_ arguments: [String]) throws(DeviceError) -> Answer

    /// Creates a runner.
    ///
    /// - Parameters:
    ///   - seconds: The time limit of a call in seconds.
    ///   - execute: Runs `xcrun` with arguments, and enforces the time limit.
    package init(
        seconds: Int = 30,
        execute: @escaping @Sendable (_ arguments: [String]) throws(DeviceError) -> Answer
    ) {
        self.seconds = seconds
        self.execute = execute
    }

    /// Runs `simctl`, and returns its output.
    ///
    /// - Throws: ``DeviceError`` if it fails.
    package func simctl(_ arguments: [String]) throws(DeviceError) -> [UInt8] {
        let answer = try execute(["simctl"] + arguments)
        guard answer.status == 0 else { throw DeviceError(ofTool: "simctl", answer.errorText) }
        return answer.output
    }

    /// Runs `devicectl`, and returns the result in the JSON that it writes.
    ///
    /// - Parameters:
    ///   - arguments: The arguments.
    ///   - folder: A folder for the JSON, which is removed again.
    /// - Returns: The member `result`.
    /// - Throws: ``DeviceError`` if it fails, or writes no valid result.
    package func devicectl(_ arguments: [String], folder: String) throws(DeviceError) -> JSONValue {
        let path = PathText.joined(folder, "answer-\(String(UInt64.random(in: .min ... .max), radix: 16)).json")
        defer { FileWriting.remove(path) }
        let answer = try execute(
            ["devicectl"] + arguments + ["--quiet", "--timeout", "\(seconds)", "--json-output", path]
        )
        let bytes = try? FileReading.bytes(path: path, limit: Self.maximumSize)
        let json = bytes.flatMap { try? JSONReader().value(from: $0) }
        let error = json?[member: "error"].map(Self.text) ?? ""
        guard answer.status == 0, error.isEmpty else {
            throw DeviceError(ofTool: "devicectl", error.isEmpty ? answer.errorText : error)
        }
        guard let result = json?[member: "result"] else {
            throw DeviceError(
                .failed,
                """
                `xcrun devicectl \(arguments.prefix(3).joined(separator: " "))` gave no result that can be read. Its version \
                may be unsupported: `xcrun devicectl --version` shows it.
                """
            )
        }
        return result
    }

    /// Returns the texts and codes in an error of `devicectl`, and in those that it names as causes.
    private static func text(of error: JSONValue) -> String {
        var parts: [String] = []
        // A text is an object with the member `string`, and a cause is one with the member `error`.
        func visit(_ value: JSONValue, _ depth: Int) {
            guard depth < 16, parts.count < 64 else { return }
            switch value {
            case .string(let text): parts.append(text)
            case .array(let elements): for element in elements { visit(element, depth + 1) }
            case .object(let object):
                if case .string(let domain)? = object["domain"], case .integer(let code)? = object["code"] {
                    // The localized text is first, because it is shown if the error is unknown.
                    if let info = object["userInfo"] {
                        if let text = info[member: "NSLocalizedDescription"] { visit(text, depth + 1) }
                        visit(info, depth + 1)
                    }
                    parts.append("(\(domain) error \(code))")
                } else {
                    for member in object.members { visit(member.value, depth + 1) }
                }
            default: break
            }
        }
        visit(error, 0)
        return parts.isEmpty ? "unknown error" : parts.joined(separator: "\n")
    }
}

extension JSONValue {
    /// Returns the member of an object with a name, or `nil` for other values.
    package subscript(member name: String) -> JSONValue? {
        if case .object(let object) = self { object[name] } else { nil }
    }

    /// The text of a string, or `nil` for other values.
    package var text: String? {
        if case .string(let text) = self { text } else { nil }
    }

    /// The elements of an array; empty for other values.
    package var elements: [JSONValue] {
        if case .array(let elements) = self { elements } else { [] }
    }
}
