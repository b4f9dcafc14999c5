extension Xcrun {
    /// Runs the `xcrun` in `PATH` with a time limit.
    ///
    /// - Parameter cancellation: Ends the program early.
    /// - Returns: The runner.
    /// - Throws: ``DeviceError`` if the environment has no valid time limit.
    package static func process(_ cancellation: Cancellation? = nil) throws(DeviceError) -> Xcrun {
        let text = ToolFiles.environment[timeLimitVariable] ?? ""
        guard let seconds = text.isEmpty ? 30 : Int(text), (1...600).contains(seconds) else {
            throw DeviceError(
                .failed,
                "\(timeLimitVariable) is ‘\(text)’. Set it to a number of seconds from 1 to 600, or unset it for 30 s."
            )
        }
        return Xcrun(seconds: seconds) { (arguments: [String]) throws(DeviceError) -> Answer in
            try answer(arguments, seconds: seconds, cancellation)
        }
    }

    private static func answer(
        _ arguments: [String],
        seconds: Int,
        _ cancellation: Cancellation?
    ) throws(DeviceError) -> Answer {
        var process = ChildProcess("xcrun", arguments, environment: ToolFiles.environment, seconds: seconds)
        if let cancellation { process.isCancelled = { cancellation.isCancelled } }
        let result: (ending: ChildProcess.Ending, output: [UInt8], standardError: String)
        do throws(ChildProcess.StartError) {
            result = try process.output(limit: maximumSize)
        } catch {
            throw DeviceError(
                .unavailable,
                """
                --simulator and --device need `xcrun`, which comes with Xcode on a Mac, but it can't be run here: \
                \(error.reason).
                """
            )
        }
        let name = "xcrun \(arguments.prefix(3).joined(separator: " "))"
        switch result.ending {
        case .exited(let status):
            return Answer(status: status, output: result.output, errorText: result.standardError)
        case .signalled(let signal):
            throw DeviceError(.failed, "`\(name)` was ended by signal \(signal).")
        case .timedOut:
            throw DeviceError(
                .timedOut,
                """
                `\(name)` took longer than \(seconds) s. If the device is only slow, set \(timeLimitVariable) to a larger \
                number.
                """
            )
        case .stopped where cancellation?.isCancelled == true:
            throw DeviceError(.timedOut, "`\(name)` was cancelled.")
        case .stopped:
            throw DeviceError(.failed, "`\(name)` printed more than \(maximumSize) bytes.")
        }
    }
}
