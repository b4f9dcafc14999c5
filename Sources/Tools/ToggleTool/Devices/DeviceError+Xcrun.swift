import ToggleBase

extension DeviceError {
    /// A failure that the tools are known to report.
    private struct Known {
        /// Texts that all occur in the report, in lower case.
        let signs: [String]
        let code: Code
        let sentence: String
    }

    /// The known failures; the first one that fits counts.
    ///
    /// Codes alone aren't enough: 7000 stands for a missing file as well as for a lost connection.
    private static let known: [Known] =
        [
            Known(
                signs: ["unable to find utility"],
                code: .unavailable,
                sentence: """
                    The selected developer tools lack this tool. Install Xcode, and select it with \
                    `sudo xcode-select -s /Applications/Xcode.app`.
                    """
            ),
            Known(
                signs: ["xcode-select"],
                code: .unavailable,
                sentence: """
                    There are no developer tools. Install Xcode, and select it with \
                    `sudo xcode-select -s /Applications/Xcode.app`.
                    """
            ),
            Known(
                signs: ["license"],
                code: .unavailable,
                sentence: "Xcode's license isn't accepted yet. Run `sudo xcodebuild -license accept`."
            ),
            // simctl
            Known(
                signs: ["current state: shutdown"],
                code: .unreachable,
                sentence: "The simulator is shut down. Start it, and try again."
            ),
            Known(
                signs: ["invalid device"],
                code: .unreachable,
                sentence: "There is no such simulator. `xcrun simctl list devices booted` lists those that are booted."
            ),
            Known(
                signs: ["no devices are booted"],
                code: .unreachable,
                sentence: "No simulator is booted. Start one, and try again."
            ),
            Known(
                signs: ["nsposixerrordomain, code=2"],
                code: .noApp,
                sentence: "The app isn't installed in the simulator."
            ),
            // devicectl
            Known(
                signs: ["containerlookuperrordomain error -1"],
                code: .noApp,
                sentence: "The app isn't installed on the device, or its bundle identifier is misspelled."
            ),
            Known(
                signs: ["containerlookuperrordomain"],
                code: .noApp,
                sentence: """
                    The device doesn't give access to the app's files, because the app isn't a development build. Install it \
                    from Xcode.
                    """
            ),
            Known(
                signs: ["must be paired"],
                code: .unreachable,
                sentence: """
                    The device isn't paired with this Mac. Connect it with a cable, unlock it, and run \
                    `xcrun devicectl manage pair --device DEVICE`.
                    """
            ),
            Known(
                signs: ["developer mode"],
                code: .unreachable,
                sentence: "Developer Mode is off. Turn it on in the device's settings, under Privacy & Security."
            ),
            Known(signs: ["is locked"], code: .unreachable, sentence: locked),
            Known(signs: ["unlock"], code: .unreachable, sentence: locked),
            Known(signs: ["passcode"], code: .unreachable, sentence: locked),
            Known(
                signs: ["device was not found"],
                code: .unreachable,
                sentence: "The device isn't found. Connect it, and check `xcrun devicectl list devices`."
            ),
            Known(signs: ["tunnel"], code: .unreachable, sentence: disconnected),
            Known(signs: ["developer disk image"], code: .unreachable, sentence: disconnected),
            Known(signs: ["nsposixerrordomain error 60"], code: .unreachable, sentence: disconnected),
            Known(signs: ["nsposixerrordomain error 54"], code: .unreachable, sentence: disconnected),
            Known(signs: ["socket"], code: .unreachable, sentence: disconnected),
            Known(signs: ["not connected"], code: .unreachable, sentence: disconnected),
            Known(signs: ["disconnected"], code: .unreachable, sentence: disconnected),
            Known(signs: ["timed out"], code: .unreachable, sentence: disconnected),
            Known(
                signs: ["coredeviceerror error 7000", missingFile],
                code: .noFile,
                sentence: missingFileSentence
            ),
            // What the file systems of the device and of the Mac call a missing file, as the cause of any other error.
        ]
        // What file systems call a missing file, as the cause of any other error, in the texts and in the JSON.
        + ["nsposixerrordomain error 2", "nscocoaerrordomain error 260"].flatMap { cause in
            [" (", ")"].map { Known(signs: [cause + $0], code: .noFile, sentence: missingFileSentence) }
        }

    private static let missingFileSentence = "The file doesn't exist in the app's container."

    private static let locked = "The device is locked. Unlock it, and try again."
    private static let disconnected =
        "The connection to the device failed. Check the cable or the network, unlock the device, and try again."

    /// Interprets the report of a tool that failed.
    ///
    /// - Parameters:
    ///   - tool: The name of the tool.
    ///   - report: What it printed, or the texts in its JSON.
    init(ofTool tool: String, _ report: String) {
        let text = report.split(separator: "\n").map { Self.withoutPath($0.lowercased()) }.joined(separator: "\n")
        if let known = Self.known.first(where: { $0.signs.allSatisfy { text.contains(bytesOf: $0) } }) {
            self.init(known.code, known.sentence)
            return
        }
        let lines = report.split(separator: "\n").map { $0.drop { $0 == " " || $0 == "\t" } }
        let line = lines.first { $0.lowercased().hasPrefix("error:") } ?? lines.first { !$0.isEmpty } ?? ""
        let reason = line.lowercased().hasPrefix("error:") ? line.dropFirst(6).drop { $0 == " " } : line
        let end = reason.hasSuffix(".") ? "" : "."
        self.init(.failed, reason.isEmpty ? "\(tool) failed without saying why." : "\(tool) failed: \(reason)\(end)")
    }

    private static let missingFile = "failed to retrieve the file node"

    /// Returns a line about a missing file without the file's path, which could contain any word.
    private static func withoutPath(_ line: String) -> String {
        guard let start = line.range(ofBytes: missingFile)?.upperBound else { return line }
        let end = line[start...].range(ofBytes: " (com.apple.")?.lowerBound ?? line.endIndex
        return "\(line[..<start])\(line[end...])"
    }
}
