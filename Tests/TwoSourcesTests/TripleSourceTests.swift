import Foundation
import Testing
import TwoSources

struct TripleSourceTests {
    @Test(arguments: [MovieSource.oldestEmma, .oldEmma, .newEmma])
    func sharedMembersAreReadFromAll(movie: MovieSource) {
        #expect(movie.title == "Emma" && movie.minutes == 124)
        #expect(movie.summary == "Emma, 124 minutes" && movie.shared.lasts(atLeast: 2))
        #expect(movie.id == "m1")
    }

    @Test(arguments: [MovieSource.oldestEmma, .oldEmma, .newEmma])
    func writesStayInTheirModel(movie: MovieSource) {
        var changed = movie
        changed.title += "."
        changed.minutes = 125
        let place = { (movie: MovieSource) in
            switch movie {
            case .oldest(let reel): "reel \(reel.reel)"
            case .old(let disc): "shelf \(disc.shelf)"
            case .new(let file): file.path
            }
        }
        #expect(place(changed) == place(movie))
        #expect(changed.title == "Emma." && changed.minutes == 125 && movie.title == "Emma")
        #expect(!changed.agrees(with: movie, on: \.title))
    }

    @Test func wholeWriteCanReplaceModel() {
        var movie = MovieSource.oldestEmma
        movie.shared = File(id: "m1", title: "Emma", minutes: 124)
        #expect(movie == .newEmma)
        #expect(Disc(id: "m1", title: "Emma", minutes: 124).asDual == .oldEmma)
    }

    @Test func modelsOfDifferentStoresAreNeverEqual() {
        #expect(Set([MovieSource.oldestEmma, .oldEmma, .newEmma, .oldestEmma]).count == 3)
        #expect(MovieSource.oldestEmma.agrees(with: .newEmma, on: \.title, \.minutes, \.summary))
    }

    @Test func modelsAreUpgraded() {
        let upgrade = { (movie: MovieSource) in
            movie.upgraded {
                File(id: $0.id, title: $0.title, minutes: $0.seconds / 60)
            } fromOld: {
                File(id: $0.id, title: $0.title, minutes: $0.minutes)
            }
        }
        for movie in [MovieSource.oldestEmma, .oldEmma, .newEmma] {
            #expect(MovieSource.new(upgrade(movie)) == .newEmma)
        }
    }

    // MARK: Encoding

    private func text(_ value: some Encodable) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        return String(decoding: try encoder.encode(value), as: UTF8.self)
    }

    private func decode<Value: Decodable>(_ text: String, as type: Value.Type = Value.self) throws -> Value {
        try JSONDecoder().decode(type, from: Data(text.utf8))
    }

    @Test func allCasesRoundTrip() throws {
        let movies: [MovieSource] = [.oldestEmma, .oldEmma, .newEmma]
        #expect(try decode(text(movies)) == movies)
        let plain: [TripleSource<Int, Bool, String>] = [.oldest(1), .old(true), .new("c")]
        #expect(try text(plain) == #"[{"$oldest":1},{"$old":true},"c"]"#)
        #expect(try decode(text(plain)) == plain)
        let list = try PropertyListEncoder().encode(movies)
        #expect(try PropertyListDecoder().decode([MovieSource].self, from: list) == movies)
    }

    @Test func encodingSurvivesRemovalOfOldestStore() throws {
        let text = try text([MovieSource.oldEmma, .newEmma])
        let later: [DualSource<Disc, File>] = try decode(text)
        #expect(
            later.map { $0.upgraded { File(id: $0.id, title: $0.title, minutes: $0.minutes) }.title } == [
                "Emma", "Emma",
            ]
        )
        #expect(try decode(self.text(MovieSource.newEmma)) == File(id: "m1", title: "Emma", minutes: 124))
    }

    @Test func valuesOfPreviousMoveAreConverted() throws {
        let before: [DualSource<Int, String>] = [.old(1), .new("b")]
        let decoded: [DualSource<Int, String>] = try decode(text(before))
        #expect(decoded.map { TripleSource<Int, String, Bool>($0) } == [.oldest(1), .old("b")])
    }

    @Test func nestedSourcesRoundTrip() throws {
        typealias Nested = TripleSource<Int, Int, TripleSource<Int, Int, Int>>
        let values: [Nested] = [
            .oldest(1), .old(1), .new(.oldest(1)), .new(.old(1)), .new(.new(1)),
        ]
        #expect(try decode(text(values)) == values)
        typealias Mixed = DualSource<TripleSource<Int, Int, Int>, TripleSource<Int, Int, Int>>
        let mixed: [Mixed] = [.old(.oldest(1)), .old(.new(1)), .new(.oldest(1)), .new(.old(1)), .new(.new(1))]
        #expect(try decode(text(mixed)) == mixed)
    }
}

typealias MovieSource = TripleSource<Reel, Disc, File>

/// The shared members of the models of three stores.
protocol Movie: DualModel where Shared == any Movie, Dual == MovieSource {
    var title: String { get set }
    var minutes: Int { get set }
    var summary: String { get }
    func lasts(atLeast hours: Int) -> Bool
}

extension Movie {
    var asShared: any Movie { self }
    static func dual(of shared: any Movie) -> MovieSource { shared.asDual }

    var summary: String { "\(title), \(minutes) minutes" }
    func lasts(atLeast hours: Int) -> Bool { minutes >= hours * 60 }
}

struct Reel: Movie, Hashable, Codable, Identifiable {
    var id: String
    var title: String
    var seconds: Int
    var reel = 7

    var minutes: Int {
        get { seconds / 60 }
        set { seconds = newValue * 60 }
    }
}

struct Disc: Movie, Hashable, Codable, Identifiable {
    var id: String
    var title: String
    var minutes: Int
    var shelf = 3
}

struct File: Movie, Hashable, Codable, Identifiable {
    var id: String
    var title: String
    var minutes: Int
    var path = "emma.mov"
}

extension MovieSource {
    static let oldestEmma = MovieSource.oldest(Reel(id: "m1", title: "Emma", seconds: 7_440))
    static let oldEmma = MovieSource.old(Disc(id: "m1", title: "Emma", minutes: 124))
    static let newEmma = MovieSource.new(File(id: "m1", title: "Emma", minutes: 124))
}
