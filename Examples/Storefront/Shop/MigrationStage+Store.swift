extension MigrationStage {
    /// The store that is used at this stage, in words.
    var store: String {
        switch self {
        case .off: "old store"
        case .dualwrite: "old store, written to both"
        case .shadow: "old store, compared with the new one"
        case .live: "new store, compared with the old one"
        case .rampdown: "new store, written to both"
        case .complete: "new store"
        }
    }
}
