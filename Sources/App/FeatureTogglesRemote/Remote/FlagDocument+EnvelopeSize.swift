extension FlagDocument.Limits {
    /// The maximum size of a text that a source should accept, in bytes: a document of ``size`` in a signed envelope.
    ///
    /// The envelope contains the document in base64, which takes four bytes for three, and some other fields.
    public var envelopeSize: Int { (size + 2) / 3 * 4 + 4_096 }
}
