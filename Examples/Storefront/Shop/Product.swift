/// A product of the shop.
struct Product: Sendable {
    let name: String
    /// In cents.
    let price: Int
    /// 0 to 5.
    let stars: Int
    let soldThisWeek: Int
    let stock: Int
    /// How well the product suits the customer, according to a model.
    let affinity: Double
    /// Not on sale yet.
    var isComing = false

    static let catalog = [
        Product(name: "Alpine tent", price: 24_900, stars: 4, soldThisWeek: 12, stock: 7, affinity: 0.31),
        Product(name: "Bivouac stove", price: 5_450, stars: 5, soldThisWeek: 95, stock: 41, affinity: 0.52),
        Product(name: "Canyon rope 40 m", price: 11_900, stars: 4, soldThisWeek: 23, stock: 12, affinity: 0.94),
        Product(name: "Down jacket", price: 18_900, stars: 3, soldThisWeek: 61, stock: 0, affinity: 0.77),
        Product(name: "Enamel mug", price: 990, stars: 5, soldThisWeek: 240, stock: 310, affinity: 0.12),
        Product(name: "Folding saw", price: 3_290, stars: 4, soldThisWeek: 34, stock: 18, affinity: 0.66),
        Product(
            name: "Glacier goggles",
            price: 8_900,
            stars: 5,
            soldThisWeek: 0,
            stock: 50,
            affinity: 0.99,
            isComing: true
        ),
    ]
}
