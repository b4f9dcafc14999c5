import ToggleBase

extension MigrationStage {
    /// Creates the stage that a JSON string names.
    init?(json: JSONValue) {
        guard case .string(let name) = json else { return nil }
        self.init(rawValue: name)
    }
}
