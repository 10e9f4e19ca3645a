/** `completion`: scripts for shells, made of the declarations of the commands. */
import type { Tools } from './command.ts'
import type { OptionSpec } from './declaration.ts'
import { commands, groups } from './table.ts'
import { oneOf } from './values.ts'

/** What may follow the words typed so far: commands with their help, options, values. */
interface Offers {
  /** The words of the command, or of its group: `key`. */
  after: string
  words: readonly { word: string; help: string; takesValue?: boolean }[]
  /** The values of an option, by its long name. */
  values: Readonly<Record<string, readonly string[]>>
}

const longName = ({ flags }: OptionSpec): string => /--[\w-]+/.exec(flags)![0]

function offers(): Offers[] {
  const names = [...new Set(commands.map(({ name }) => name.split(' ')[0]!))]
  const helpOf = (name: string) => groups[name]?.help ?? commands.find(command => command.name === name)!.help
  const top = [...names.map(word => ({ word, help: helpOf(word) })), { word: 'help', help: 'about a command' }]
  const ofGroups = Object.keys(groups).map(group => ({
    after: group,
    words: commands
      .filter(({ name }) => name.startsWith(`${group} `))
      .map(({ name, help }) => ({ word: name.slice(group.length + 1), help })),
    values: {},
  }))
  const ofCommands = commands.map(({ name, options, values = [] }) => ({
    after: name,
    words: [
      ...values.flatMap(({ offers: words = [] }) => words.map(word => ({ word, help: '' }))),
      ...options.map(option => ({ word: longName(option), help: option.help, takesValue: option.flags.includes('<') })),
      { word: '--help', help: 'show this help' },
    ],
    values: Object.fromEntries(
      options.flatMap(option => (option.values ? [[longName(option), option.values] as const] : [])),
    ),
  }))
  return [{ after: '', words: top, values: {} }, ...ofGroups, ...ofCommands]
}

/** The first words that are no options tell the command. */
const bash = (all: Offers[]): string => `# bash completion of cellarbook: source <(cellarbook completion bash)
_cellarbook() {
  local current="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD-1]}" words=() word offered=""
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    [[ $word == -* ]] && break
    words+=("$word")
  done
  local command="\${words[*]:0:2}"
  [[ " ${Object.keys(groups).join(' ')} " == *" \${words[0]} "* ]] || command="\${words[0]}"
  case "$command $previous" in
${all.flatMap(valueCases).join('\n')}
  esac
  if [[ -z $offered ]]; then
    case "$command" in
${all.map(({ after, words }) => `      '${after}') offered='${words.map(({ word }) => word).join(' ')}' ;;`).join('\n')}
    esac
  fi
  COMPREPLY=($(compgen -W "$offered" -- "$current"))
}
complete -o default -F _cellarbook cellarbook
`

const valueCases = ({ after, values }: Offers): string[] =>
  Object.entries(values).map(([option, words]) => `    '${after} ${option}') offered='${words.join(' ')}' ;;`)

/** zsh runs the functions of bash. */
const zsh = (all: Offers[]): string => `#compdef cellarbook\nautoload -U +X bashcompinit && bashcompinit\n${bash(all)}`

const quoted = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`

const fish = (all: Offers[]): string =>
  [
    '# fish completion of cellarbook: cellarbook completion fish | source',
    'complete -c cellarbook -f',
    ...all.flatMap(({ after, words, values }) =>
      words.map(each => fishLine({ takesValue: false, ...each, after, offered: values[each.word] })),
    ),
    '',
  ].join('\n')

interface Line {
  after: string
  word: string
  help: string
  takesValue: boolean
  offered: readonly string[] | undefined
}

function fishLine({ after, word, help, takesValue, offered }: Line): string {
  const described = help === '' ? '' : ` -d ${quoted(help)}`
  const when =
    after === ''
      ? '__fish_use_subcommand'
      : after
          .split(' ')
          .map(seen => `__fish_seen_subcommand_from ${seen}`)
          .join('; and ')
  const what = word.startsWith('--') ? `-l ${word.slice(2)}` : `-a ${word}`
  const value = offered ? ` -x -a ${quoted(offered.join(' '))}` : takesValue ? ' -r' : ''
  return `complete -c cellarbook -n ${quoted(when)} ${what}${value}${described}`
}

const writers = { bash, zsh, fish }

export async function completionCommand({ terminal }: Tools, _options: object, shell: string): Promise<void> {
  const names = Object.keys(writers) as (keyof typeof writers)[]
  terminal.say(writers[oneOf('The shell', names)(shell)](offers()).trimEnd())
}
