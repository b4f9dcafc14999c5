extension String {
    /// Calls a closure with the UTF-8 bytes of the text.
    ///
    /// The generator usually runs unoptimized, where a loop over a buffer takes a tenth of the time of one over a view.
    package func withBytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        var text = self
        return text.withUTF8(body)
    }
}

extension String {
    /// A copy of the text, in memory of its own.
    ///
    /// The texts of a toggle outlive the tree of the file, between whose nodes their memory is. Without copies, hardly
    /// any page of the tree would be free afterward.
    var copied: String { String(decoding: utf8, as: UTF8.self) }
}
