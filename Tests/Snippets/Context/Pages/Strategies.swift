import FeatureToggles

typealias SearchRanking = AppToggles.SearchRanking

struct Cart {}

struct Receipt {}

struct Service {
    func submit(_ cart: Cart) async throws -> Receipt { Receipt() }
    func charge(_ cart: Cart) async throws -> Receipt { Receipt() }
}

let form = Service()

let wallet = Service()

protocol Payment: Sendable {
    func pay(_ cart: Cart) async throws -> Receipt
}

struct CardForm: Payment {
    func pay(_ cart: Cart) async throws -> Receipt { Receipt() }
}

struct OneTapPayment: Payment {
    static func connect() async throws -> OneTapPayment { OneTapPayment() }

    func pay(_ cart: Cart) async throws -> Receipt { Receipt() }
}

struct Checkout {
    let payment: any Payment
}

protocol Ranking: Sendable {}

struct ClassicRanking: Ranking {}

struct NeuralRanking: Ranking {
    let model: Model
}

final class Model: Sendable {
    @MainActor var ranking: any Ranking {
        get { ClassicRanking() }
        set {}
    }
}

let model = Model()

func makeRanking(_ toggles: any FeatureToggle) -> any Ranking { ClassicRanking() }

struct Search {
    let toggles: any FeatureToggle

    func results(for text: String) async throws -> [String] { [] }
}
