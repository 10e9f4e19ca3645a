/** The console builds itself beside the start, when its sources are newer: in a process of its own, which nothing waits for. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { Logger } from 'pino'
import type { ConsoleSource } from '../kernel/ports/console-source.ts'
import type { Config } from './config.ts'

/** Three folders above this file in `src` and in `dist` alike. */
const home = new URL('../../../console/', import.meta.url)
const program = fileURLToPath(new URL('build.js', home))

/** Undefined where the console is switched off. `ended`: when the build has; a worker hears it from its leader. */
export function consoleSource({ console, s3 }: Config, ended: Promise<unknown>): ConsoleSource | undefined {
  if (console === 'off') return undefined
  return { folder: fileURLToPath(new URL('dist', home)), ended, uploadOrigin: s3 && new URL(s3.endpoint).origin }
}

/** Resolves when there is nothing more to wait for. A failure is told, and stops nothing: the API needs no console. */
export async function buildConsole({ console }: Config, log: Logger): Promise<void> {
  if (console === 'off') return
  try {
    const { isFresh } = (await import(program)) as { isFresh(): boolean }
    if (!isFresh()) await runBuild()
  } catch (error) {
    log.warn(`The console could not be built: ${(error as Error).message}`)
  }
}

async function runBuild(): Promise<void> {
  const child = spawn(process.execPath, [program], { stdio: ['ignore', 'ignore', 'pipe'] })
  const stop = () => child.kill()
  process.once('exit', stop)
  let said = ''
  child.stderr.setEncoding('utf8').on('data', text => {
    said += text
  })
  const [code, signal] = await once(child, 'close')
  process.off('exit', stop)
  // Ctrl-C reaches both of us.
  const wasStopped = signal === 'SIGINT' || signal === 'SIGTERM'
  if (code !== 0 && !wasStopped) throw new Error(said.trim() || `its process ended with ${code ?? signal}`)
}
