/// The key of an element, a member without a type of its own, or a superclass.
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
