import Testing

@testable import ToggleTool

/// Tests that the examples of a help are not wrapped.
struct HelpTextTests {
    private let whole = """
        OVERVIEW: Fetches a document.

        The document isn't written.

        EXAMPLES
          fetch https://example.com/flags.json
          fetch --raw

        If it fails, nothing is printed.

        USAGE: fetch

        OPTIONS:
          --raw    Print the document as it is.

        """

    @Test func examplesAreJoined() {
        let wrapped = """
            OVERVIEW: Fetches
            a document.

            The document
            isn't written.

            EXAMPLES
              fetch
            https://example.com/flags.json

             fetch --raw

            If it fails,
            nothing is
            printed.

            USAGE: fetch

            OPTIONS:
              --raw    Print the
                       document as it is.

            """
        let expected = """
            OVERVIEW: Fetches
            a document.

            The document
            isn't written.

            EXAMPLES
              fetch https://example.com/flags.json
              fetch --raw

            If it fails,
            nothing is
            printed.

            USAGE: fetch

            OPTIONS:
              --raw    Print the
                       document as it is.

            """
        #expect(HelpText(wrapped, whole: whole).text == expected)
    }

    @Test func wideHelpStays() {
        #expect(HelpText(whole, whole: whole).text == whole)
    }

    @Test func otherTextStays() {
        #expect(HelpText("OVERVIEW: Another text.", whole: whole).text == "OVERVIEW: Another text.")
    }
}
