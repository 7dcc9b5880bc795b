let completionsCommand = CommandSpec(
    name: "completions",
    summary: "Prints the completions of all commands, options and their words for a shell.",
    arguments: "SHELL",
    options: [],
    examples: [
        ("source <(trace-analyze completions bash)", "in ~/.bashrc"),
        ("trace-analyze completions zsh > ~/.zfunc/_trace-analyze", "in a folder of $fpath"),
        ("trace-analyze completions fish > ~/.config/fish/completions/trace-analyze.fish", "fish finds it there"),
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
