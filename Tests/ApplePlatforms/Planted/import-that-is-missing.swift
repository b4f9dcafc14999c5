// target: DataMigration
// platform: macos
// expects: is not available due to missing import of defining module 'Foundation'
func planted(_ text: String) -> [String] { text.components(separatedBy: ",") }
