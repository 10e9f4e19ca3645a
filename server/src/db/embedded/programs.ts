/** Starts PostgreSQL's programs: as the right account, in a clean environment, with their output in the log file. */
import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync } from 'node:fs'
import { type Account, identityOf } from './account.ts'
import { lastComplaint, openLog } from './log-file.ts'

export interface Program {
  file: string
  arguments: string[]
  account: Account | undefined
  logFile: string
  /** Left alone when we end. */
  outlivesUs: boolean
}

export interface RunningProgram {
  kill(): void
  /** The reason of its end, an empty string when it ended well; undefined while it runs. */
  readonly ended: string | undefined
  readonly end: Promise<string>
}

/** PG* variables, locales and our own secrets stay out; a library path may be needed to run at all. */
function cleanEnvironment(): NodeJS.ProcessEnv {
  const { PATH, LD_LIBRARY_PATH } = process.env
  return { PATH, LC_ALL: 'C', TZ: 'UTC', ...(LD_LIBRARY_PATH && { LD_LIBRARY_PATH }) }
}

export function startProgram(program: Program): RunningProgram {
  const log = openLog(program.logFile, program.account)
  const child = spawn(program.file, program.arguments, {
    // The account may not be allowed into the folder we were started in.
    cwd: '/',
    env: cleanEnvironment(),
    stdio: ['ignore', program.outlivesUs ? log.descriptor : 'ignore', log.descriptor],
    // In a session of its own: Ctrl-C on the terminal is for us, and we stop it in order.
    detached: true,
    ...identityOf(program.account),
  })
  closeSync(log.descriptor)
  if (program.outlivesUs) child.unref()
  const state: { ended: string | undefined } = { ended: undefined }
  const end = endOf(child, code => lastComplaint(program.logFile, log.start) || `it ended with ${code}`)
  end.then(reason => {
    state.ended = reason
  })
  return {
    kill: () => child.kill('SIGKILL'),
    get ended() {
      return state.ended
    },
    end,
  }
}

const endOf = (child: ChildProcess, explain: (code: string) => string): Promise<string> =>
  new Promise(resolve => {
    // ENOENT for a file that is there means that its loader is not: a system without glibc.
    child.once('error', error => resolve(`${child.spawnfile} cannot be run on this system (${error.message})`))
    child.once('exit', (code, signal) => resolve(code === 0 ? '' : explain(signal ?? `code ${code}`)))
  })
