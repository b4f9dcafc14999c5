extension FlagDocument.Limits {
    /// The size of a text that a source should carry, in bytes: a document of ``size`` in a signed envelope.
    ///
    /// The envelope has the document in base64, which takes four bytes for three, and some fields beside it.
    public var envelopeSize: Int { (size + 2) / 3 * 4 + 4_096 }
}
