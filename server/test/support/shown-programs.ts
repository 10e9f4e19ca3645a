/** Runs the programs a document shows, as its reader would: from top to bottom, in one shell, or as one module. */
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { enter } from './commands.ts'
import type { Step } from './shown-blocks.ts'

const repository = path.resolve(fileURLToPath(import.meta.url), '../../../..')
const run = promisify(execFile)

/** Separates what the steps print. */
const mark = '\u001e'

/** What each step printed. A step that fails ends its program, and the message tells which one it was. */
async function printedBySteps(steps: readonly Step[], start: () => Promise<{ stdout: string }>): Promise<string[]> {
  const pieces = (text: string) => text.split(mark).map(piece => piece.trim())
  try {
    return pieces((await start()).stdout)
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string }
    const ended = pieces(stdout).length - 1
    throw new Error(`the block of line ${steps[ended]?.line} failed after printing\n${stdout.slice(-800)}\n${stderr}`)
  }
}

const shellPrelude = 'set -euo pipefail'

/** Variables that one block sets are there in the next. */
export function runShell(steps: readonly Step[], place: ProgramPlace): Promise<string[]> {
  const blocks = steps.flatMap(({ text }) => [place.inPlace(text), `printf '${mark}'`])
  const program = [shellPrelude, ...blocks].join('\n')
  return printedBySteps(steps, () => run('bash', ['-c', program], { cwd: place.folder, env: place.env }))
}

export interface ProgramPlace {
  folder: string
  env: NodeJS.ProcessEnv
  /** The program with the addresses and keys of this run. */
  inPlace(program: string): string
}

/** What a reader has: the commands of the package, and jq. Where jq is not installed, as much of it as documents use. */
export async function readersCommands(folder: string, door: CommandDoor): Promise<string> {
  const commands = path.join(folder, 'commands')
  mkdirSync(commands)
  const add = (name: string, text: string) => {
    writeFileSync(path.join(commands, name), text)
    chmodSync(path.join(commands, name), 0o755)
  }
  // `npx cellarbook …` of a reader who stands in the repository, compiled when the run began.
  const program = `"${process.execPath}" "${repository}/server/dist/program/cli.js"`
  add(
    'npx',
    `#!/bin/sh
shift
[ "$1" = profile ] && exec ${program} "$@"
answer=$(mktemp ./answer.XXXXXX)
status=$(curl -s -o "$answer" -w '%{http_code}' -H "x-arguments: $(printf '%s\\0' "$@" | base64 | tr -d '\\n')" ${door.address})
if [ "$status" = 200 ]; then cat "$answer"; else cat "$answer" >&2; fi
rm "$answer"
[ "$status" = 200 ]
`,
  )
  const hasJq = await run('jq', ['--version']).then(
    () => true,
    () => false,
  )
  if (!hasJq) add('jq', `#!/bin/sh\nexec "${process.execPath}" -p "JSON.parse(require('fs').readFileSync(0))$2"\n`)
  return commands
}

export interface CommandDoor {
  readonly address: string
  close(): void
}

/** Runs commands where a reader stands, one after the other; to start a process takes longer than most of them work. */
export async function openCommandDoor(reader: () => ProgramPlace): Promise<CommandDoor> {
  const server = createServer(async (request, response) => {
    const words = Buffer.from(String(request.headers['x-arguments']), 'base64').toString().split('\0').slice(0, -1)
    const { folder, env } = reader()
    const environment = env as Record<string, string>
    const home = process.cwd()
    process.chdir(folder)
    const { code, stdout, stderr } = await enter({ env: environment }, words, { environment }).finally(() =>
      process.chdir(home),
    )
    response.writeHead(code === 0 ? 200 : 500).end(code === 0 ? stdout : stderr)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  return { address: `http://127.0.0.1:${port}`, close: () => void server.close() }
}

export interface Module {
  name: string
  steps: readonly Step[]
}

const compilerOptions = {
  strict: true,
  noUncheckedIndexedAccess: true,
  exactOptionalPropertyTypes: true,
  noUnusedLocals: true,
  target: 'es2023',
  module: 'nodenext',
  types: ['node'],
  skipLibCheck: true,
  noEmitOnError: true,
}

/** Compiles the blocks of each document as one module: strictly, and all of them at once. */
export async function compileModules(modules: readonly Module[], { folder, inPlace }: ProgramPlace): Promise<void> {
  symlinkSync(path.join(repository, 'node_modules'), path.join(folder, 'node_modules'))
  writeFileSync(path.join(folder, 'package.json'), '{"type":"module"}')
  writeFileSync(path.join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*.ts'] }))
  for (const { name, steps } of modules) {
    const blocks = steps.flatMap(({ text }) => [inPlace(text), `process.stdout.write('${mark}')`])
    writeFileSync(path.join(folder, `${name}.ts`), `${blocks.join('\n')}\nexport {}\n`)
  }
  const compiler = path.join(repository, 'node_modules/.bin/tsc')
  // A reader has run `npm run build`.
  await run(compiler, ['-p', path.join(repository, 'sdk/tsconfig.build.json')])
  await run(compiler, ['-p', folder]).catch(({ stdout }) => {
    throw new Error(`blocks do not compile:\n${stdout}`)
  })
}

/** Compiles blocks that stand for themselves, each as a module; `surroundings` are the names they take for granted. */
export async function compileBlocks(steps: readonly Step[], surroundings: string, { folder }: ProgramPlace) {
  const own = path.join(folder, 'blocks')
  mkdirSync(own)
  const options = { ...compilerOptions, noUnusedLocals: false, lib: ['es2023'], noEmit: true }
  writeFileSync(path.join(own, 'tsconfig.json'), JSON.stringify({ compilerOptions: options, include: ['*.ts'] }))
  writeFileSync(path.join(own, 'surroundings.d.ts'), surroundings)
  for (const { line, text } of steps) writeFileSync(path.join(own, `line-${line}.ts`), `${text}\nexport {}\n`)
  await run(path.join(repository, 'node_modules/.bin/tsc'), ['-p', own]).catch(({ stdout }) => {
    throw new Error(`blocks do not compile:\n${stdout}`)
  })
}

export const runModule = ({ name, steps }: Module, { folder, env }: ProgramPlace): Promise<string[]> =>
  printedBySteps(steps, () => run(process.execPath, [`${name}.js`], { cwd: folder, env }))
