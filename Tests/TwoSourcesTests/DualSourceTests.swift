import Testing
import TwoSources

struct DualSourceTests {
    @Test(arguments: [BookSource.oldEmma, .newEmma])
    func sharedMembersAreReadFromBoth(book: BookSource) {
        #expect(book.title == "Emma")
        #expect(book.pageCount == 474)
        #expect(book.cover.color == "red")
        #expect(book.summary == "Emma, 474 pages")
        #expect(book.tags.isEmpty)
        #expect(!book.shared.isAbout("love"))
    }

    @Test(arguments: [BookSource.oldEmma, .newEmma])
    func writesStayInTheirModel(book: BookSource) {
        var changed = book
        changed.title = "Emma, a novel"
        changed.pageCount += 2
        changed.tags.append("love")
        changed.cover.color = "blue"
        switch changed {
        case .old(let model):
            #expect(book == .oldEmma)
            #expect(
                model
                    == TableBook(
                        id: "b1",
                        title: "Emma, a novel",
                        pages: 476,
                        tags: ["love"],
                        cover: Cover(color: "blue")
                    )
            )
        case .new(let model):
            #expect(book == .newEmma)
            #expect(
                model
                    == FileBook(
                        id: "b1",
                        title: "Emma, a novel",
                        pageCount: 476,
                        tags: ["love"],
                        cover: Cover(color: "blue")
                    )
            )
        }
        #expect(changed.shared.isAbout("love"))
        #expect(!book.shared.isAbout("love"))
    }

    @Test func wholeWriteCanReplaceModel() {
        var book = BookSource.oldEmma
        book.shared = FileBook(id: "b1", title: "Emma", pageCount: 474)
        #expect(book == .newEmma)
        #expect(TableBook(id: "b1", title: "Emma", pages: 474).asDual == .oldEmma)
    }

    @Test func modelsOfDifferentStoresAreNeverEqual() {
        #expect(BookSource.oldEmma == .oldEmma)
        #expect(BookSource.oldEmma != .newEmma)
        #expect(Set([BookSource.oldEmma, .newEmma, .oldEmma]).count == 2)
        #expect(BookSource.oldEmma.agrees(with: .newEmma, on: \.title, \.pageCount, \.summary))
        var longer = BookSource.newEmma
        longer.pageCount += 1
        #expect(!BookSource.oldEmma.agrees(with: longer, on: \.title, \.pageCount))
        #expect(BookSource.oldEmma.agrees(with: longer, on: \.title))
    }

    @Test func valueKeepsIdentityWhenItMoves() {
        #expect(BookSource.oldEmma.id == BookSource.newEmma.id)
    }

    @Test func isSendableIfBothModelsAre() async {
        func isSent(_ value: some Sendable) -> Bool { true }
        #expect(isSent(BookSource.oldEmma))
        let title = await Task.detached { BookSource.newEmma.title }.value
        #expect(title == "Emma")
    }

    private enum Unreadable: Error { case row }

    @Test func oldModelIsUpgraded() throws {
        func upgrade(_ old: TableBook) throws(Unreadable) -> FileBook {
            if old.pages < 0 { throw .row }
            return FileBook(id: old.id, title: old.title, pageCount: old.pages)
        }
        let book = FileBook(id: "b1", title: "Emma", pageCount: 474)
        #expect(try BookSource.oldEmma.upgraded(by: upgrade) == book)
        #expect(try BookSource.newEmma.upgraded(by: upgrade) == book)
        var broken = BookSource.oldEmma
        broken.pageCount = -1
        #expect(throws: Unreadable.row) { try broken.upgraded(by: upgrade) }
    }

    @Test func modelsNeedNoSharedProtocol() {
        #expect(DualSource<Int, String>.old(1) != .new("1"))
        #expect([DualSource<Int, String>.old(1), .new("b")].map { $0.upgraded { "\($0)" } } == ["1", "b"])
    }

    /// Models can be classes, so a write changes the shared object.
    @Test func objectsAreWrittenInPlace() {
        let object = NamedObject()
        var dual = DualSource<NamedObject, NamedText>.old(object)
        dual.name = "other"
        #expect(object.name == "other")
        dual = .new(NamedText(name: "text"))
        dual.name += "s"
        #expect(dual.name == "texts")
        #expect(object.name == "other")
    }
}

private protocol Named: DualModel where Shared == any Named, Dual == DualSource<NamedObject, NamedText> {
    var name: String { get set }
}

extension Named {
    var asShared: any Named { self }
    static func dual(of shared: any Named) -> Dual { shared.asDual }
}

private final class NamedObject: Named {
    var name = "object"
}

private struct NamedText: Named {
    var name: String
}
