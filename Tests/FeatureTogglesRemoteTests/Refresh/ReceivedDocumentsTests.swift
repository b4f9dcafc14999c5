import Testing

@testable import FeatureToggles
@testable import FeatureTogglesRemote

@Suite struct ReceivedDocumentsTests {
    private static func arrival(_ revision: UInt64) -> ReceivedDocument {
        let document = RemoteDocument(text: Array("\(revision)".utf8))
        return ReceivedDocument(document, VerifiedDocument(document: document, revision: revision))
    }

    /// Two fetches overlap, and both documents are verified before either fetch ends.
    @Test(arguments: [(first: 1, second: 2), (first: 2, second: 1)])
    func lowerEditionNeverReplacesHigherOne(first: Int, second: Int) {
        for bringsHigherFirst in [true, false] {
            var arrivals = ReceivedDocuments()
            _ = arrivals.begin(1)
            _ = arrivals.begin(2)
            arrivals.accept(5)
            arrivals.accept(6)
            let endings = [
                arrivals.end(first, bringing: Self.arrival(bringsHigherFirst ? 6 : 5)),
                arrivals.end(second, bringing: Self.arrival(bringsHigherFirst ? 5 : 6)),
            ]
            #expect(endings == (bringsHigherFirst ? [.newest, .replay] : [.replay, .newest]))
            let taken = arrivals.take()
            #expect(taken?.edition == 6)
        }
    }

    /// Some servers make revisions of the time and size of a file.
    @Test func otherContentWithSameRevisionIsNewer() {
        var arrivals = ReceivedDocuments()
        let endings = [(1, "10"), (2, "10"), (3, "20")].map { number, text in
            let document = RemoteDocument(text: Array(text.utf8), revision: "1-2")
            return arrivals.end(number, bringing: ReceivedDocument(document))
        }
        #expect(endings == [.newest, .known, .newest])
    }

    /// Several servers may give the same document different ETags.
    @Test func sameContentWithOtherRevisionIsACopy() {
        var arrivals = ReceivedDocuments()
        let endings = ["a", "b", "b"].enumerated().map { number, revision in
            let document = RemoteDocument(text: Array("{}".utf8), revision: revision)
            return arrivals.end(number + 1, bringing: ReceivedDocument(document))
        }
        #expect(endings == [.newest, .copy, .known])
        #expect(arrivals.revision == "b")
    }

    @Test(arguments: [false, true]) func replacedDocumentComesBackUnlessNewestIsKept(keepsNewest: Bool) {
        var arrivals = ReceivedDocuments()
        let endings = ["1", "2", "1", "2", "3"].enumerated().map { number, text in
            let document = ReceivedDocument(RemoteDocument(text: Array(text.utf8), revision: "r" + text))
            return arrivals.end(number + 1, bringing: document, keepsNewest: keepsNewest)
        }
        let kept: [ReceivedDocuments.Ending] = [.outdated, .known]
        #expect(endings == [.newest, .newest] + (keepsNewest ? kept : [.previous, .previous]) + [.newest])
        #expect(arrivals.revision == "r3")
    }

    @Test func earlierFetchDoesNotReplaceLaterResult() {
        var arrivals = ReceivedDocuments()
        _ = arrivals.begin(1)
        _ = arrivals.begin(2)
        let endings = [
            arrivals.end(2, bringing: Self.arrival(6)), arrivals.end(1, bringing: Self.arrival(7)),
        ]
        #expect(endings == [.newest, .known])
        let taken = arrivals.take()
        #expect(taken?.edition == 6)
    }
}
