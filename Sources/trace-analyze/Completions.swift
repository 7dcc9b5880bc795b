let completionsCommand = CommandSpec(
    name: "completions",
    summary: "Prints a shell completion script for all commands, options and their values.",
    arguments: "SHELL",
    options: [],
    examples: [
        ("source <(trace-analyze completions bash)", "in ~/.bashrc"),
        ("trace-analyze completions zsh > ~/.zfunc/_trace-analyze", "in a folder of $fpath"),
        ("trace-analyze completions fish > ~/.config/fish/completions/trace-analyze.fish", "where fish looks for it"),
    ],
    argumentWords: Completions.shells.map(\.name),
    run: { arguments, console in
        let names = Completions.shells.map(\.name)
        guard arguments.positional.count == 1 else {
            throw UsageError("give one SHELL: \(names.joined(separator: ", "))")
        }
        let word = arguments.positional[0]
        guard let shell = Completions.shells.first(where: { $0.name == word }) else {
            throw UsageError(unknown: "shell", word, among: names)
        }
        console.print(shell.script(TraceAnalyze.commands))
        return 0
    })

let manpageCommand = CommandSpec(
    name: "manpage",
    summary: "Prints the manual page of all commands, in roff.",
    arguments: "",
    options: [],
    examples: [
        ("trace-analyze manpage | man -l -", "read it"),
        ("trace-analyze manpage > /usr/local/share/man/man1/trace-analyze.1", "install it"),
    ],
    run: { arguments, console in
        guard arguments.positional.isEmpty else { throw UsageError("'manpage' takes no arguments") }
        console.print(ManPage.text(TraceAnalyze.commands))
        return 0
    })

/// Shell completions, generated from the command definitions.
enum Completions {
    static let shells: [(name: String, script: @Sendable ([CommandSpec]) -> String)] = [
        ("bash", bash), ("zsh", zsh), ("fish", fish),
    ]

    /// Whether a value is a path.
    static func isPath(_ option: CommandSpec.Option) -> Bool {
        ["FILE", "DIR", "BEFORE", "INPUT..."].contains(option.value)
    }

    /// The words that may come first, also after `help`.
    private static func words(_ commands: [CommandSpec]) -> [String] {
        commands.map(\.name) + ["help", "--help", "--version"]
    }

    // MARK: bash

    @Sendable private static func bash(_ commands: [CommandSpec]) -> String {
        var values = ""
        var options = ""
        var arguments = ""
        for command in commands {
            for option in command.allOptions where option.value != nil {
                let action =
                    isPath(option)
                    ? "_trace_analyze_files"
                    : option.words.isEmpty ? ":" : "_trace_analyze_words '\(option.words.joined(separator: " "))'"
                values += "    '\(command.name) --\(option.name)') \(action); return ;;\n"
            }
            let names = command.allOptions.map { "--\($0.name)" }.joined(separator: " ")
            options += "        \(command.name)) _trace_analyze_words '\(names)' ;;\n"
            if !command.argumentWords.isEmpty {
                let words = command.argumentWords.joined(separator: " ")
                arguments += "        \(command.name)) _trace_analyze_words '\(words)' ;;\n"
            } else if command.arguments.isEmpty {
                arguments += "        \(command.name)) ;;\n"
            }
        }
        return """
            # bash completions of trace-analyze, made by 'trace-analyze completions bash'.

            _trace_analyze_words() {
                COMPREPLY=( $(compgen -W "$1" -- "$current") )
            }

            _trace_analyze_files() {
                local IFS=$'\\n'
                COMPREPLY=( $(compgen -f -- "$current") )
            }

            _trace_analyze() {
                local current=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} command=${COMP_WORDS[1]}
                COMPREPLY=()
                if [ "$COMP_CWORD" -eq 1 ]; then
                    _trace_analyze_words '\(words(commands).joined(separator: " "))'
                    return
                fi
                case "$command $before" in
            \(values)    esac
                case "$current" in
                -*)
                    case "$command" in
            \(options)        esac ;;
                *)
                    case "$command" in
                    help) _trace_analyze_words '\(commands.map(\.name).joined(separator: " "))' ;;
            \(arguments)        *) _trace_analyze_files ;;
                    esac ;;
                esac
            }

            complete -o filenames -F _trace_analyze trace-analyze

            """
    }

    // MARK: zsh

    @Sendable private static func zsh(_ commands: [CommandSpec]) -> String {
        let list = commands.map { "        \(single("\($0.name):\(zshText($0.summary))"))\n" }.joined()
        var cases = ""
        for command in commands {
            let specs = command.allOptions.map(zshOption) + zshArguments(command)
            cases += "    \(command.name))\n        _arguments \\\n"
            cases += specs.map { "            \(single($0))" }.joined(separator: " \\\n") + " ;;\n"
        }
        return """
            #compdef trace-analyze
            # zsh completions of trace-analyze, made by 'trace-analyze completions zsh'.

            _trace-analyze() {
                local -a commands
                commands=(
            \(list)    )
                if (( CURRENT == 2 )); then
                    _describe -t commands command commands
                    return
                fi
                local command=$words[2]
                shift words
                (( CURRENT-- ))
                case $command in
                help)
                    _describe -t commands command commands ;;
            \(cases)    esac
            }

            if [ "$funcstack[1]" = "_trace-analyze" ]; then
                _trace-analyze "$@"
            else
                compdef _trace-analyze trace-analyze
            fi

            """
    }

    private static func zshOption(_ option: CommandSpec.Option) -> String {
        let head = "*--\(option.name)"
        guard let value = option.value else { return "\(head)[\(zshText(option.help))]" }
        let action =
            isPath(option) ? "_files" : option.words.isEmpty ? " " : "(\(option.words.joined(separator: " ")))"
        return "\(head)=[\(zshText(option.help))]:\(zshText(value)):\(action)"
    }

    private static func zshArguments(_ command: CommandSpec) -> [String] {
        if !command.argumentWords.isEmpty { return ["*: :(\(command.argumentWords.joined(separator: " ")))"] }
        return command.arguments.isEmpty ? [] : ["*: :_files"]
    }

    /// Brackets and colons end the parts of a specification.
    private static func zshText(_ text: String) -> String {
        text.map { ":[]\\".contains($0) ? "\\\($0)" : "\($0)" }.joined()
    }

    /// The text, quoted as one shell word.
    private static func single(_ text: String) -> String {
        "'\(text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''"))'"
    }

    // MARK: fish

    @Sendable private static func fish(_ commands: [CommandSpec]) -> String {
        let complete = "complete -c trace-analyze"
        var text = "# fish completions of trace-analyze, made by 'trace-analyze completions fish'.\n\n"
        text += "\(complete) -f -n __fish_use_subcommand -l help -d 'list the commands'\n"
        text += "\(complete) -f -n __fish_use_subcommand -l version -d 'print the version'\n"
        for command in commands {
            text += "\(complete) -f -n __fish_use_subcommand -a \(command.name) -d \(fishText(command.summary))\n"
        }
        for command in commands {
            let here = "\(complete) -n '__fish_seen_subcommand_from \(command.name)'"
            if !command.argumentWords.isEmpty {
                text += "\(here) -f -a \(fishText(command.argumentWords.joined(separator: " ")))\n"
            } else if command.arguments.isEmpty {
                text += "\(here) -f\n"
            }
            for option in command.allOptions {
                var line = "\(here) -l \(option.name)"
                if option.value != nil {
                    line += isPath(option) ? " -r -F" : " -x"
                    if !option.words.isEmpty { line += " -a \(fishText(option.words.joined(separator: " ")))" }
                }
                text += "\(line) -d \(fishText(option.help))\n"
            }
        }
        return text
    }

    private static func fishText(_ text: String) -> String {
        "'\(text.map { $0 == "'" || $0 == "\\" ? "\\\($0)" : "\($0)" }.joined())'"
    }
}
