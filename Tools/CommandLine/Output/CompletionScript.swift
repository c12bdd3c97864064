/// A script by which a shell completes calls of keyway, made from the commands' own descriptions.
enum CompletionScript: String, CaseIterable {
    case bash
    case zsh
    case fish

    var text: String {
        switch self {
        case .bash: bash
        case .zsh: zsh
        case .fish: fish
        }
    }

    // The offers are read line by line: as words of an array, names of files would be split at their spaces, and their signs expanded.
    private var bash: String {
        """
        # Completes keyway in bash: source it, or put it into the folder of completions.
        _keyway() {
            local offer word="${COMP_WORDS[COMP_CWORD]}" before="${COMP_WORDS[COMP_CWORD - 1]}"
            # bash takes the sign in --format=json for a word of its own.
            if [ "$word" = '=' ]; then
                word=''
            elif [ "$before" = '=' ]; then
                before="${COMP_WORDS[COMP_CWORD - 2]}"
            fi
            COMPREPLY=()
            while IFS= read -r offer; do COMPREPLY+=("$offer"); done < <(_keyway_offers)
        }
        _keyway_offers() {
            if [ "$COMP_CWORD" -eq 1 ]; then
                compgen -W "\(Command.all.map(\.name).joined(separator: " "))" -- "$word"
                return
            fi
            case "${COMP_WORDS[1]} $before" in
        \(choices.map { "        '\($0.command.name) \($0.option.name)') compgen -W \"\($0.words)\" -- \"$word\"; return ;;\n" }.joined())    esac
            case "${COMP_WORDS[1]} $word" in
            *' -'*) ;;
        \(Command.all.compactMap { command in operandWords(of: command).map { "    '\(command.name) '*) compgen -W \"\($0)\" -- \"$word\"; return ;;\n" } }.joined())    *) compgen -f -- "$word"; return ;;
            esac
            case "${COMP_WORDS[1]}" in
        \(Command.all.map { "        \($0.name)) compgen -W \"\($0.optionNames)\" -- \"$word\" ;;\n" }.joined())    esac
        }
        complete -o filenames -F _keyway keyway

        """
    }

    private var zsh: String {
        let commands = Command.all.map { "            \(quoted("\($0.name):\($0.summary)"))\n" }.joined()
        let options = Command.all.map { command in
            let words = (command.options + [Option.help]).map { option -> String in
                let summary = option.summary.filter { !"[]:".contains($0) }
                let value =
                    option.value == nil
                    ? "" : ":value:" + (option.choices.map { "(\($0.joined(separator: " ")))" } ?? "_files")
                return quoted("\(option.name)[\(summary)]\(value)")
            }
            let operands = operandWords(of: command).map { "'1:word:(\($0))'" } ?? "'*:file:_files'"
            return "        \(command.name)) _arguments \((words + [operands]).joined(separator: " ")) ;;\n"
        }
        return """
            #compdef keyway
            # Completes keyway in zsh: put it as _keyway into a folder of $fpath.
            _keyway() {
                if (( CURRENT == 2 )); then
                    local -a commands
                    commands=(
            \(commands)        )
                    _describe command commands
                    return
                fi
                local command=$words[2]
                shift words
                (( CURRENT-- ))
                case $command in
            \(options.joined())    esac
            }
            _keyway "$@"

            """
    }

    private var fish: String {
        let commands = Command.all.map {
            "complete -c keyway -n __fish_use_subcommand -f -a \($0.name) -d \(quoted($0.summary))\n"
        }
        let options = Command.all.flatMap { command in
            (command.options + [Option.help]).map { option in
                let value =
                    option.value == nil
                    ? "" : option.choices.map { " -x -a \(quoted($0.joined(separator: " ")))" } ?? " -r"
                return "complete -c keyway -n '__fish_seen_subcommand_from \(command.name)' -l"
                    + " \(option.name.dropFirst(2))\(value) -d \(quoted(option.summary))\n"
            }
        }
        let operands = Command.all.compactMap { command in
            operandWords(of: command).map {
                "complete -c keyway -n '__fish_seen_subcommand_from \(command.name)' -f -a \(quoted($0))\n"
            }
        }
        return "# Completes keyway in fish: put it as keyway.fish into the folder of completions.\n" + commands.joined()
            + options.joined() + operands.joined()
    }

    /// The options that have choices, with their commands and with the choices in one text.
    private var choices: [(command: Command, option: Option, words: String)] {
        Command.all.flatMap { command in
            command.options.compactMap { option in
                option.choices.map { (command, option, $0.joined(separator: " ")) }
            }
        }
    }

    /// The words that the command's operand may be, in one text; nil for a command whose operands are files.
    private func operandWords(of command: Command) -> String? {
        switch command.name {
        case "completion": Self.allCases.map(\.rawValue).joined(separator: " ")
        case "help": Command.all.map(\.name).joined(separator: " ")
        default: nil
        }
    }

    /// The text in quotes, as a shell reads it as one word.
    private func quoted(_ text: String) -> String { "'" + text.replacing("'", with: #"'\''"#) + "'" }
}

extension Command {
    fileprivate var optionNames: String { (options + [Option.help]).map(\.name).joined(separator: " ") }
}
