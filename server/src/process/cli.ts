/** The command line: `npx cellarbook …`, beside a running server or without one. */
import { isatty } from 'node:tty'
import { runCommand } from './cli/program.ts'
import { loadEnvFile, readConfig } from './config.ts'
import { stopSignals } from './stop-signals.ts'

const [isAnswered, isShown] = [isatty(0), isatty(1)]

const code = await runCommand(process.argv.slice(2), {
  readConfig() {
    loadEnvFile()
    return readConfig(process.env)
  },
  environment: process.env,
  // Opened when it is read: an open one is something to close.
  get input() {
    return process.stdin
  },
  isShown,
  say: console.log,
  write: bytes => void process.stdout.write(bytes),
  complain: console.error,
  ask: isAnswered && isShown ? ask : undefined,
  stopSignals,
})
if (code !== 0) process.exit(code)

async function ask(question: string): Promise<string> {
  const { createInterface } = await import('node:readline/promises')
  const reader = createInterface({ input: process.stdin, output: process.stdout })
  try {
    return await reader.question(question)
  } finally {
    reader.close()
  }
}
