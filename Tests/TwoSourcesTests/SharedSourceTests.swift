import Testing
import TwoSources

/// Two models with identifiers of different types, of which only the shared protocol gives both the same.
private protocol Shelved: DualModel, Identifiable
where Shared == any Shelved, Dual == DualSource<TableShelf, CloudShelf>, ID == String {
    var title: String { get set }
}

extension Shelved {
    var asShared: any Shelved { self }
    static func dual(of shared: any Shelved) -> DualSource<TableShelf, CloudShelf> { shared.asDual }
}

private struct TableShelf: Shelved {
    var row: Int
    var title: String
    var id: String { "\(row)" }
}

private struct CloudShelf: Shelved {
    var id: String
    var title: String
}

private enum ShelfSource: SharedSource, Identifiable {
    case firestore(CloudShelf)
    case cloudSQL(TableShelf)

    var shared: any Shelved {
        switch self {
        case .firestore(let shelf): shelf
        case .cloudSQL(let shelf): shelf
        }
    }

    var id: String { shared.id }
}

private protocol Writable {
    var title: String { get set }
    var source: WritableShelf { get }
}

extension CloudShelf: Writable { var source: WritableShelf { .firestore(self) } }
extension TableShelf: Writable { var source: WritableShelf { .cloudSQL(self) } }

private enum WritableShelf: WritableSharedSource {
    case firestore(CloudShelf)
    case cloudSQL(TableShelf)

    var shared: any Writable {
        get {
            switch self {
            case .firestore(let shelf): shelf
            case .cloudSQL(let shelf): shelf
            }
        }
        set { self = newValue.source }
    }
}

extension WritableShelf {
    var row: Int? { if case .cloudSQL(let shelf) = self { shelf.row } else { nil } }
}

private protocol Labeled: AnyObject {
    var label: String { get set }
}

private final class CloudLabel: Labeled { var label = "cloud" }
private final class TableLabel: Labeled { var label = "table" }

private enum LabelSource: SharedSource {
    case firestore(CloudLabel)
    case cloudSQL(TableLabel)

    var shared: any Labeled {
        switch self {
        case .firestore(let model): model
        case .cloudSQL(let model): model
        }
    }
}

struct SharedSourceTests {
    /// Such as managed objects of Core Data.
    @Test func classesAreWrittenWithoutSetter() {
        let model = TableLabel()
        let source = LabelSource.cloudSQL(model)
        source.label += "!"
        #expect(model.label == "table!")
        #expect(LabelSource.firestore(CloudLabel()).label == "cloud")
    }

    @Test func casesHaveNamesOfTheirOwn() {
        let shelves = [
            ShelfSource.firestore(CloudShelf(id: "a", title: "Novels")), .cloudSQL(TableShelf(row: 7, title: "Maps")),
        ]
        #expect(shelves.map(\.title) == ["Novels", "Maps"])
        #expect(shelves.map(\.id) == ["a", "7"])
    }

    @Test func writesStayInTheirCase() {
        var shelf = WritableShelf.cloudSQL(TableShelf(row: 7, title: "Maps"))
        shelf.title += " and globes"
        #expect(shelf.row == 7)
        #expect(shelf.title == "Maps and globes")
        shelf.shared = CloudShelf(id: "b", title: "Novels")
        #expect(shelf.row == nil)
        #expect(shelf.title == "Novels")
    }

    @Test func sharedProtocolGivesTheIdentity() {
        let shelves = [
            DualSource<TableShelf, CloudShelf>.old(TableShelf(row: 7, title: "Maps")),
            .new(CloudShelf(id: "a", title: "Novels")),
        ]
        #expect(shelves.map(\.id) == ["7", "a"])
    }
}
