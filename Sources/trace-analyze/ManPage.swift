/// The manual page, generated from the command definitions.
enum ManPage {
    static func text(_ commands: [CommandSpec]) -> String {
        let name = "trace\\-analyze"
        var text = """
            .TH TRACE\\-ANALYZE 1 "" "trace\\-analyze \(escape(TraceAnalyze.version))" "User Commands"
            .SH NAME
            \(name) \\- finds the SwiftUI views that miss their frame
            .SH SYNOPSIS
            .B \(name)
            .I COMMAND
            [arguments] [options]
            .SH DESCRIPTION
            \(line(TraceAnalyze.summary))
            .SH COMMANDS

            """
        for command in commands { text += section(command) }
        return text + closing
    }

    private static func section(_ command: CommandSpec) -> String {
        var text = ".SS \(escape(command.name)) \(escape(command.arguments))\n\(line(command.summary))\n"
        for example in command.examples {
            text += ".PP\n.RS 4\n.nf\n\(line(example.line))\n.fi\n.RE\n.RS 8\n\(line(example.comment))\n.RE\n"
        }
        for option in command.allOptions {
            let value = option.value.map { " \\fI\(escape($0))\\fR" } ?? ""
            text += ".TP\n\\fB\\-\\-\(escape(option.name))\\fR\(value)\n\(line(option.help))\n"
        }
        return text
    }

    private static var closing: String {
        """
        .SH ENVIRONMENT
        .TP
        .B NO_COLOR, CLICOLOR_FORCE
        Disable colour; use colour even if the output is not a terminal. The option \\-\\-color overrides both.
        .TP
        .B LC_ALL, LC_CTYPE, LANG
        If they name an encoding other than UTF\\-8, text is written in ASCII.
        .TP
        .B COLUMNS
        The width of text if the output is not a terminal.
        .SH EXIT STATUS
        .TP
        .B 0
        Success.
        .TP
        .B 1
        An internal error.
        .TP
        .B 2
        The input or the database cannot be used.
        .TP
        .B 3
        A limit is breached.
        .TP
        .B 64
        The command line is invalid.
        .TP
        .B 130, 143, 129
        Stopped by SIGINT (Ctrl\\-C), SIGTERM or SIGHUP: no temporary files remain, and no database has changed.

        """
    }

    /// A line of text, protected from being read as a roff request.
    private static func line(_ text: String) -> String {
        let text = escape(text)
        return text.hasPrefix(".") || text.hasPrefix("'") ? "\\&\(text)" : text
    }

    private static func escape(_ text: String) -> String {
        text.unicodeScalars.map { scalar in
            switch scalar {
            case "\\": "\\e"
            case "-": "\\-"
            case "'": "\\(aq"
            case "`": "\\(ga"
            case "^": "\\(ha"
            case "~": "\\(ti"
            case "\"": "\\(dq"
            case _ where scalar.isASCII: String(scalar)
            default: "\\[u\(code(scalar))]"
            }
        }.joined()
    }

    /// Four digits at least.
    private static func code(_ scalar: Unicode.Scalar) -> String {
        let digits = String(scalar.value, radix: 16, uppercase: true)
        return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }
}
