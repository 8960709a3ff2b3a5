import CommandLineKit

/// Completion scripts, written from the table of verbs.
enum CompletionScript {
    private static var verbs: [any InspectorVerb.Type] { Program.inspectorVerbs.filter { !$0.name.hasPrefix("__") } }

    private static func options(_ verb: any InspectorVerb.Type) -> [Option] {
        verb.options + [.flag("help", "explain this command")]
    }

    // MARK: bash

    static var bash: String {
        let names = (verbs.map { $0.name } + ["help"]).joined(separator: " ")
        return """
            # bash completion for zmqinspect; made by `zmqinspect completion bash`
            _zmqinspect() {
                local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]} verb=${COMP_WORDS[1]}
                local options="" values="" words=""
                COMPREPLY=()
                if ((COMP_CWORD == 1)); then
                    mapfile -t COMPREPLY < <(compgen -W "\(names) --version" -- "$cur")
                    return
                fi
                case $verb in
            \(verbs.map { bashCase($0) }.joined(separator: "\n"))
                help) words="\(verbs.map { $0.name }.joined(separator: " "))" ;;
                esac
                if [[ " $values " == *" $prev "* ]]; then
                    case $prev in
                    --color) mapfile -t COMPREPLY < <(compgen -W "auto always never" -- "$cur") ;;
                    --level) mapfile -t COMPREPLY < <(compgen -W "metadata contents" -- "$cur") ;;
                    --to) mapfile -t COMPREPLY < <(compgen -W "$(zmqinspect __words services 2>/dev/null)" -- "$cur") ;;
                    --data | --keys | --schema) mapfile -t COMPREPLY < <(compgen -f -- "$cur") ;;
                    esac
                    return
                fi
                if [[ $cur == -* ]]; then
                    mapfile -t COMPREPLY < <(compgen -W "$options" -- "$cur")
                    return
                fi
                case $words in
                @files) mapfile -t COMPREPLY < <(compgen -f -- "$cur") ;;
                @*) mapfile -t COMPREPLY < <(compgen -W "$(zmqinspect __words "${words#@}" 2>/dev/null)" -- "$cur") ;;
                *) mapfile -t COMPREPLY < <(compgen -W "$words" -- "$cur") ;;
                esac
            }
            complete -F _zmqinspect zmqinspect
            """
    }

    private static func bashCase(_ verb: any InspectorVerb.Type) -> String {
        let options = options(verb)
        let all = options.map { "--\($0.name)" }.joined(separator: " ")
        let values = options.filter { $0.form != .flag }.map { "--\($0.name)" }.joined(separator: " ")
        return "    \(verb.name)) options=\"\(all)\" values=\"\(values)\" words=\"\(source(verb.words))\" ;;"
    }

    private static func source(_ words: CompletedWords) -> String {
        switch words {
        case .nothing: ""
        case .fixed(let words): words.joined(separator: " ")
        case .services: "@services"
        case .methods: "@methods"
        case .symbols: "@symbols"
        case .files: "@files"
        }
    }

    // MARK: zsh

    static var zsh: String {
        let descriptions = verbs.map { "        '\($0.name):\(quoted($0.summary))'" }.joined(separator: "\n")
        return """
            #compdef zmqinspect
            # zsh completion for zmqinspect; made by `zmqinspect completion zsh`
            _zmqinspect_words() {
                local -a words
                words=(${(f)"$(zmqinspect __words $1 2>/dev/null)"})
                compadd -a words
            }
            _zmqinspect() {
                local -a verbs
                verbs=(
            \(descriptions)
                    'help:explain a command'
                )
                if ((CURRENT == 2)); then
                    _describe command verbs
                    return
                fi
                local verb=$words[2]
                shift words
                ((CURRENT--))
                case $verb in
            \(verbs.map { zshCase($0) }.joined(separator: "\n"))
                help) _describe command verbs ;;
                esac
            }
            _zmqinspect "$@"
            """
    }

    private static func zshCase(_ verb: any InspectorVerb.Type) -> String {
        var arguments = options(verb).map { option in
            let repeats = option.form == .list ? "*" : ""
            let head = "'\(repeats)--\(option.name)"
            let summary = "[\(quoted(option.summary))]"
            guard option.form != .flag else { return "\(head)\(summary)'" }
            return "\(head)=\(summary):\(option.placeholder):\(zshValues(option))'"
        }
        switch verb.words {
        case .nothing: break
        case .fixed(let words): arguments.append("'*:word:(\(words.joined(separator: " ")))'")
        case .services, .methods, .symbols:
            arguments.append("'*:name:{_zmqinspect_words \(source(verb.words).dropFirst())}'")
        case .files: arguments.append("'*:file:_files'")
        }
        let lines = arguments.map { "        \($0)" }.joined(separator: " \\\n")
        return "    \(verb.name)) _arguments -s \\\n\(lines) ;;"
    }

    private static func zshValues(_ option: Option) -> String {
        switch option.name {
        case "color": "(auto always never)"
        case "level": "(metadata contents)"
        case "to": "{_zmqinspect_words services}"
        case "data", "keys", "schema": "_files"
        default: ""
        }
    }

    /// Within single quotes and brackets of `_arguments`.
    private static func quoted(_ text: String) -> String {
        text.replacing("'", with: "'\\''").replacing("[", with: "\\[").replacing("]", with: "\\]")
            .replacing(":", with: "\\:")
    }
}
