// target: SystemBase
// platform: ios
func planted() {}
