import FeatureToggles
import TestSupport
import Testing

@testable import FeatureTogglesObservation

struct SeenValuesTests {
    private let toggles = InMemoryToggles()
    private let reads = SeenValues()
    private let pageSize = OpsToggle<Int>.pageSize.reference
    private let banner = OpsToggle<String>.banner.reference

    @Test func differentValueIsReportedOnce() {
        reads.note(.bits(20), of: pageSize)
        #expect(!reads.takeChanged([pageSize.id], in: toggles))
        toggles.apply(.set(.pageSize, to: 7))
        #expect(reads.takeChanged([pageSize.id], in: toggles))
        #expect(!reads.takeChanged([pageSize.id], in: toggles))
    }

    @Test func unreadTogglesAreIgnored() {
        reads.note(.bits(20), of: pageSize)
        toggles.apply(.set(.pageSize, to: 7))
        #expect(!reads.takeChanged([banner.id], in: toggles))
        #expect(reads.takeChanged(nil, in: toggles))
    }

    @Test func stringsAreCompared() {
        reads.note(.text(nil), of: banner)
        toggles.apply(.set(.pageSize, to: 7))
        #expect(!reads.takeChanged([banner.id], in: toggles))
        toggles.apply(.set(.banner, to: "Hi"))
        #expect(reads.takeChanged([banner.id], in: toggles))
    }

    @Test func incomparableReadsAreAlwaysReported() {
        reads.note(.bits(20), of: pageSize)
        reads.note(.any, of: pageSize)
        #expect(reads.takeChanged([pageSize.id], in: toggles))
    }
}
