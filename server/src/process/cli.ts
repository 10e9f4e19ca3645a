/** The command line: `npx cellarbook …`, beside a running server or without one. */
import { runCommand } from './cli/program.ts'
import { loadEnvFile, readConfig } from './config.ts'
import { stopSignals } from './stop-signals.ts'

const code = await runCommand(process.argv.slice(2), {
  readConfig() {
    loadEnvFile()
    return readConfig(process.env)
  },
  // Opened when it is read: an open one is something to close.
  get input() {
    return process.stdin
  },
  say: console.log,
  complain: console.error,
  stopSignals,
})
if (code !== 0) process.exit(code)
