import FeatureTogglesRemote
import Testing

@testable import ForcedUpdates

/// The influence of the device's clock on which policy is newer.
struct UpdatePolicyVerifierTests {
    private static let known: UInt64 = 1_800_000_000_000

    private func verify(_ created: String, at now: Int64, highest: UInt64? = known) throws -> UInt64? {
        let verifier = UpdatePolicyVerifier(inner: nil, schemes: StoreLink.standardSchemes, floor: nil, now: { now })
        let text = PolicyFolder.policy(created, locking: nil)
        return try verifier.verify(RemoteDocument(text: Array(text.utf8)), highestRevision: highest).revision
    }

    @Test(arguments: [1_800_000_500, 1_700_000_000, 0, -1] as [Int64])
    func newerPolicyIsAcceptedAtAnyTime(now: Int64) throws {
        let revision = try #require(try verify("2027-01-16", at: now))
        #expect(revision >= Self.known)
        #expect(revision <= 1_800_057_600_000)
    }

    @Test(arguments: [1_900_000_000, 1_700_000_000] as [Int64])
    func olderPolicyIsRejectedAtAnyTime(now: Int64) {
        #expect(throws: RemoteSourceError.self) { try verify("2027-01-14", at: now) }
    }

    /// A policy without an offset, written in Tokyo, doesn't come from the future.
    @Test func timeZoneOrdersPolicies() throws {
        let verifier = UpdatePolicyVerifier(schemes: [], utcOffset: .seconds(32_400))
        func revision(_ created: String, highest: UInt64? = nil) throws -> UInt64? {
            let text = #"{"created_at": "\#(created)", "details": []}"#
            return try verifier.verify(RemoteDocument(text: Array(text.utf8)), highestRevision: highest).revision
        }
        let first = try #require(try revision("2021/03/28 10:00:00"))
        #expect(first == 1_616_893_200_000)
        #expect(try revision("2021-03-28T01:00:00Z", highest: first) == first)
        #expect(throws: RemoteSourceError.self) { try revision("2021-03-28 09:59:59", highest: first) }
    }

    @Test func futurePolicyCountsAsCreatedNow() throws {
        #expect(try verify("2999-01-01", at: 1_800_000_500) == 1_800_000_500_000)
        #expect(try verify("2999-01-01", at: 1_700_000_000, highest: nil) == 1_700_000_000_000)
    }
}
