import ArgumentParser
import FeatureToggles

/// A day on the command line, as `YYYY-MM-DD`.
struct DateArgument: ExpressibleByArgument {
    let date: CalendarDate

    init?(argument: String) {
        guard let date = CalendarDate(argument) else { return nil }
        self.date = date
    }
}
