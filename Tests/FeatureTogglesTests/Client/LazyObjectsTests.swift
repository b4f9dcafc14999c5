import TestSupport
import Testing

@testable import FeatureToggles

/// Objects that are created by the first read that needs them.
@Suite(.timeLimit(.minutes(20))) struct LazyObjectsTests {
    private final class Item: Sendable {}

    @Test func objectIsCreatedOnce() {
        let objects = LazyObjects(count: 2)
        let item = Item()
        #expect(objects.object(at: 1) { item } === item)
        #expect(objects.object(at: 1) { Item() } === item)
        #expect(objects.object(at: 0) { nil } == nil)
        #expect(objects.object(at: 0) { item } == nil, "there is no object, and that doesn't change")
        for index in [-1, 2] { #expect(objects.object(at: index) { item } == nil) }
        #expect(LazyObjects(count: 0).object(at: 0) { item } == nil)
    }

    @Test func objectsAreReleasedWithTheCollection() {
        weak var observed: Item?
        var objects: LazyObjects? = LazyObjects(count: 2)
        do {
            let item = Item()
            observed = item
            _ = objects?.object(at: 1) { item }
        }
        #expect(observed != nil)
        objects = nil
        #expect(observed == nil)
    }

    @Test func threadsGetTheSameObject() async {
        let objects = (0..<200).map { _ in LazyObjects(count: 1) }
        let lists = await withTaskGroup(of: [ObjectIdentifier?].self) { group in
            for _ in 0..<4 {
                group.addTask {
                    await onThread { objects.map { $0.object(at: 0) { Item() }.map { ObjectIdentifier($0) } } }
                }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        for list in lists { #expect(list == lists[0]) }
    }
}
