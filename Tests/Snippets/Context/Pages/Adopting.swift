/// The enum of an app that has toggles already.
enum FeatureFlag: String {
    case darkMode
    case newSearch = "new-search"
}
