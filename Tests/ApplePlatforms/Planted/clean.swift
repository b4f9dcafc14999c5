// target: DurableFiles
// platform: ios
func planted() {}
