@main
struct Shop {
    static func main() {
        print("three-step checkout")
    }
}
