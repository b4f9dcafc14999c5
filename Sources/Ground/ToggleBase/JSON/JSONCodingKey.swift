/// The key of an array element, a member decoded without a key type, or a superclass.
struct JSONCodingKey: CodingKey {
    static let `super` = JSONCodingKey(stringValue: "super")

    let stringValue: String
    let intValue: Int?

    init(stringValue: String) {
        self.stringValue = stringValue
        intValue = nil
    }

    init(intValue: Int) {
        stringValue = "Index \(intValue)"
        self.intValue = intValue
    }
}
