import ArgumentParser
package import ToggleBase

/// A date on the command line, as `YYYY-MM-DD`.
package struct DateArgument: ExpressibleByArgument {
    package let date: CalendarDate

    package init?(argument: String) {
        guard let date = CalendarDate(argument) else { return nil }
        self.date = date
    }
}
