import ArgumentParser
package import ToggleBase
import ToggleManifest

/// A date on the command line, as `YYYY-MM-DD`.
package enum DateArgument {
    /// Reads a date, as the `transform` of an option.
    ///
    /// - Parameter text: The date, as `YYYY-MM-DD`.
    /// - Returns: The date.
    /// - Throws: `ValidationError` with the reason, and with a valid date if the text resembles one.
    package static func read(_ text: String) throws -> CalendarDate {
        guard let date = CalendarDate(text) else {
            throw ValidationError(CalendarDate.problem(with: text, today: SystemTime.today))
        }
        return date
    }
}
