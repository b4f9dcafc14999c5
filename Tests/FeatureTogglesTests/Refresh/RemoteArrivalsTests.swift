import Testing

@testable import FeatureToggles
@testable import FeatureTogglesRemote

@Suite struct RemoteArrivalsTests {
    private static func arrival(_ revision: UInt64) -> RemoteArrival {
        let document = RemoteDocument(text: Array("\(revision)".utf8))
        return RemoteArrival(document, VerifiedDocument(document: document, revision: revision))
    }

    /// Two fetches overlap, and both are verified before one of them ends.
    @Test func aLaterFetchDoesNotReplaceAHigherEdition() {
        var arrivals = RemoteArrivals()
        var isNewer: Bool
        _ = arrivals.begin(1)
        _ = arrivals.begin(2)
        arrivals.accept(5)
        arrivals.accept(6)
        isNewer = arrivals.end(1, bringing: Self.arrival(6))
        #expect(isNewer == true)
        isNewer = arrivals.end(2, bringing: Self.arrival(5))
        #expect(isNewer == false)
        let taken = arrivals.take()
        #expect(taken?.revision == 6)
    }

    @Test func anEarlierFetchDoesNotReplaceWhatALaterOneBrought() {
        var arrivals = RemoteArrivals()
        var isNewer: Bool
        _ = arrivals.begin(1)
        _ = arrivals.begin(2)
        isNewer = arrivals.end(2, bringing: Self.arrival(6))
        #expect(isNewer == true)
        isNewer = arrivals.end(1, bringing: Self.arrival(7))
        #expect(isNewer == false)
        let taken = arrivals.take()
        #expect(taken?.revision == 6)
    }
}
