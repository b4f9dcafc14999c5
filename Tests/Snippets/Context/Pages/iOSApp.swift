import Foundation

let configURL = URL(string: "https://config.example.com/flags.json")
