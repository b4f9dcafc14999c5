import ToggleBase

/// What the processes of an installation remember about the toggles they read, and about messages.
///
/// It's a value, without files and clocks. Times are seconds since 1970, and days are in UTC.
struct UsageLedger: Sendable, Hashable {
    /// The longest time that a message waits, so that its arrival says nothing about when the app is used.
    static let maximumDelay: Int64 = 6 * 3_600

    /// A day's cells of a version.
    struct Page: Sendable, Hashable {
        var day: CalendarDate
        var appVersion: String
        var layout: String
        var cells: [UInt8]
    }

    /// The page that is being written.
    private(set) var page: Page?
    /// The finished page to send, and when.
    private(set) var pending: (page: Page, due: Int64)?
    /// The last day on which a message was sent.
    private(set) var sentDay: CalendarDate?

    /// Creates an empty ledger.
    init() {}

    /// Adds cells to the page of a day, and finishes the page of an earlier one.
    ///
    /// - Parameters:
    ///   - cells: What this process knows.
    ///   - layout: The order of the toggles.
    ///   - appVersion: The version of the app.
    ///   - day: The day on which the toggles were read.
    ///   - now: The time.
    ///   - delay: The time from 0 to ``maximumDelay`` that a finished page waits.
    mutating func add(
        _ cells: [UsageCell],
        _ layout: UsageLayout,
        appVersion: String,
        day: CalendarDate,
        now: Int64,
        delay: Int64
    ) {
        guard let today = CalendarDate(secondsSince1970: now) else { return }
        correct(now, today)
        let day = min(day, today)
        if let page, page.appVersion != appVersion || page.layout != layout.digest || page.day < day {
            finish(page, now, delay)
        }
        var all = page.flatMap { layout.decode($0.cells) } ?? layout.entries.map { _ in UsageCell() }
        for index in all.indices where index < cells.count { all[index].add(cells[index]) }
        page = Page(day: page?.day ?? day, appVersion: appVersion, layout: layout.digest, cells: layout.encode(all))
        if let page, page.day < today { finish(page, now, delay) }
    }

    private mutating func finish(_ page: Page, _ now: Int64, _ delay: Int64) {
        // A page that wasn't sent for a day is replaced, because there is at most one message a day.
        pending = (page, pending?.due ?? now + delay)
        self.page = nil
    }

    /// Moves days and times back that a clock which was ahead has left in the future.
    private mutating func correct(_ now: Int64, _ today: CalendarDate) {
        if let sentDay, sentDay > today { self.sentDay = today }
        if let day = page?.day, day > today { page?.day = today }
        if let due = pending?.due, due > now + Self.maximumDelay { pending?.due = now + Self.maximumDelay }
    }

    /// Takes the page that is due, unless a message was sent today.
    ///
    /// Another process can't take it again.
    mutating func take(now: Int64) -> Page? {
        guard let today = CalendarDate(secondsSince1970: now) else { return nil }
        correct(now, today)
        guard let (page, due) = pending, due <= now, sentDay.map({ $0 < today }) ?? true else { return nil }
        pending = nil
        sentDay = today
        return page
    }

    static func == (left: UsageLedger, right: UsageLedger) -> Bool {
        left.page == right.page && left.sentDay == right.sentDay && left.pending?.page == right.pending?.page
            && left.pending?.due == right.pending?.due
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(page)
        hasher.combine(sentDay)
    }
}

extension UsageLedger {
    /// Reads a ledger; a damaged one is empty.
    init(_ bytes: [UInt8]?) {
        guard let bytes, case .object(let root)? = try? JSONReader().value(from: bytes) else { return }
        func page(_ value: JSONValue?) -> Page? {
            guard case .object(let object)? = value, case .string(let day)? = object["day"],
                let day = CalendarDate(day), case .string(let version)? = object["appVersion"],
                case .string(let layout)? = object["layout"], case .string(let cells)? = object["cells"],
                let cells = Base64.bytes(cells)
            else { return nil }
            return Page(day: day, appVersion: version, layout: layout, cells: cells)
        }
        self.page = page(root["page"])
        if let page = page(root["pending"]), case .integer(let due)? = root["due"] { pending = (page, Int64(due)) }
        if case .string(let day)? = root["sent"] { sentDay = CalendarDate(day) }
    }

    /// The ledger as JSON.
    var bytes: [UInt8] {
        func json(_ page: Page?) -> JSONValue {
            guard let page else { return .null }
            return [
                "day": .string(page.day.description), "appVersion": .string(page.appVersion),
                "layout": .string(page.layout), "cells": .string(Base64.text(page.cells)),
            ]
        }
        let root: JSONValue = [
            "page": json(page), "pending": json(pending?.page),
            "due": pending.map { .integer(Int(clamping: $0.due)) } ?? .null,
            "sent": sentDay.map { .string($0.description) } ?? .null,
        ]
        return Array(JSONWriter().text(root).utf8)
    }
}
