import Testing

@testable import DataMigration

struct KeychainAdviceTests {
    @Test(
        arguments: [
            (-34018, "sign it"), (-25308, "unlocked"), (-25291, "session of a user"), (-25293, "password"),
            (-128, "canceled"), (-25243, "access group"), (-25299, "try again"), (-50, "not valid"),
            (-26275, "damaged"),
            (-108, "memory"), (-36, "storage"), (-4, "security error -4"),
        ] as [(Int32, String)]
    )
    func statusHasAdvice(status: Int32, words: String) {
        #expect(KeychainAdvice.sentence(for: status, accessGroup: nil).contains(words))
    }

    @Test func unsignedProcessIsNotToldToUnlock() {
        let sentence = KeychainAdvice.sentence(for: -34018, accessGroup: nil)
        #expect(!sentence.contains("unlock"))
        #expect(sentence.contains("keychain-access-groups"))
        #expect(sentence.contains("FileSecretStore"))
    }

    @Test func adviceNamesMissingAccessGroup() {
        let sentence = KeychainAdvice.sentence(for: -34018, accessGroup: "TEAM.shared")
        #expect(sentence.contains("‘TEAM.shared’"))
        #expect(sentence.contains("keychain-access-groups"))
    }
}
