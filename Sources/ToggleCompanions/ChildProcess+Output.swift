extension ChildProcess {
    /// Runs the program until it ends, and keeps what it prints.
    ///
    /// - Parameter limit: How much may be printed, in bytes; the program is ended when it prints more.
    /// - Returns: How it ended, what it printed, and the beginning of what it wrote to its standard error.
    /// - Throws: ``StartFailure`` when it did not start.
    package func output(
        limit: Int
    ) throws(StartFailure) -> (ending: Ending, output: [UInt8], complaint: String) {
        var output: [UInt8] = []
        let (ending, complaint) = try run { piece in
            output += piece
            return output.count <= limit
        }
        return (ending, output, complaint)
    }
}
