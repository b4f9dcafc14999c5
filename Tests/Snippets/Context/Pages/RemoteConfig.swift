import Foundation

let configURL = URL(string: "https://config.example.com/toggles/flags.json")

struct Request {
    let userID: String
}

let request = Request(userID: "ada")

func showAllOrders() {}
