/** All commands, and how one ends: done, refused in one line, or interrupted. */
import { Command, CommanderError, Option } from 'commander'
import { readVersion } from '../../kernel/version.ts'
import { ConfigError } from '../config.ts'
import { Interrupted } from '../stop-signals.ts'
import { Failed, Refusal, type Terminal, type Tools, toolsAt } from './command.ts'
import type { CommandSpec, OptionSpec } from './declaration.ts'
import { commands, groups } from './table.ts'

/** Runs one command and returns its exit code. `serve` goes on after it. */
export async function runCommand(args: string[], terminal: Terminal): Promise<number> {
  try {
    await programAt(terminal).parseAsync(withHelp(args), { from: 'user' })
    return 0
  } catch (error) {
    if (error instanceof CommanderError || error instanceof Interrupted) return error.exitCode
    if (!(error instanceof Failed)) terminal.complain(`cellarbook: ${await inWords(error)}`)
    return 1
  }
}

async function inWords(error: unknown): Promise<string> {
  const { message, stack = String(error) } = error as Error
  if (error instanceof Refusal || error instanceof ConfigError) return message
  // Whatever else is expected comes from modules that are loaded by now.
  const { isExpected } = await import('./expected.ts')
  return isExpected(error) ? message : stack
}

/** `help key create` is `key create --help`; Commander's own knows one word. */
function withHelp(args: string[]): string[] {
  if (args[0] !== 'help') return args
  const words = args.slice(1)
  const asked = words.join(' ')
  const isKnown = asked === '' || commands.some(({ name }) => name === asked || name.startsWith(`${asked} `))
  return isKnown ? [...words, '--help'] : words
}

function programAt(terminal: Terminal): Command {
  const program = new Command('cellarbook')
    .description('Stock, sales and finance for breweries and other trades, with an integration API.')
    .version(readVersion(), '-V, --version', 'print the version')
    .helpOption('-h, --help', 'show this help')
    .helpCommand('help [command...]', 'usage, options and an example of a command')
    .addHelpText('after', '\n`cellarbook help key create` and `cellarbook key create --help` tell more.')
  const tools = toolsAt(terminal)
  for (const spec of commands) addCommand(program, spec, tools)
  endHere(program, terminal)
  return program
}

function addCommand(program: Command, spec: CommandSpec, tools: Tools): void {
  const words = spec.name.split(' ')
  const parent = words.length === 1 ? program : groupOf(program, words[0]!)
  const usage = [words.at(-1)!, ...(spec.values ?? []).map(({ name }) => name)].join(' ')
  const command = parent
    .command(usage)
    .description(spec.help)
    .helpOption('-h, --help', 'show this help')
    .addHelpText('after', `\nExample:\n  ${spec.example}`)
    .action(async (...given: unknown[]) => {
      const run = await spec.load()
      // Commander hands over the arguments, then the options, then itself.
      const [options, values] = [given.at(-2), given.slice(0, -2)]
      await run(tools, options as never, ...(values as never[]))
    })
  if (parent === program) command.helpGroup(spec.audience)
  for (const option of spec.options) command.addOption(optionOf(option))
}

function groupOf(program: Command, name: string): Command {
  const known = program.commands.find(command => command.name() === name)
  if (known) return known
  const { help, audience } = groups[name]!
  return program.command(name).description(help).helpGroup(audience).helpOption('-h, --help', 'show this help')
}

function optionOf({ flags, help, isRequired = false, parse, standard }: OptionSpec): Option {
  const option = new Option(flags, help).makeOptionMandatory(isRequired)
  if (parse) option.argParser(parse as (value: string, before: unknown) => unknown)
  if (standard !== undefined) option.default(standard)
  return option
}

/** The process is not Commander's to end. Sub-commands do not inherit it by themselves. */
function endHere(command: Command, terminal: Terminal): void {
  command.exitOverride()
  command.configureOutput({
    writeOut: text => terminal.say(text.trimEnd()),
    outputError: text => terminal.complain(`cellarbook: ${oneLine(text)}`),
  })
  for (const child of command.commands) endHere(child, terminal)
}

/** Commander puts its suggestion on a second line. */
const oneLine = (text: string): string =>
  text
    .replace(/^error: /, '')
    .trim()
    .replace(/\s*\n\s*/g, ' ')
