extension Double {
    /// The share from 0 to 1 as a percentage with at most two decimals, such as `12.5%`.
    var percentText: String {
        let hundredths = (self * 10_000).rounded()
        guard hundredths > 0 || self <= 0 else { return "less than 0.01%" }
        let whole = Int(hundredths) / 100
        let rest = Int(hundredths) % 100
        if rest == 0 { return "\(whole)%" }
        return rest % 10 == 0 ? "\(whole).\(rest / 10)%" : "\(whole).\(rest < 10 ? "0" : "")\(rest)%"
    }
}
