struct Request {
    let userID: String
}

let request = Request(userID: "ada")

func showAllOrders() {}
