/** A real browser for the pages: the one on the machine, or the Chromium of the npm package on x64 Linux. */
import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { type Browser, chromium } from 'playwright-core'

const installed = [
  process.env.CHROMIUM_PATH,
  // Chromium without the parts that draw windows: a page costs three quarters of the processor.
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
].find(path => path && existsSync(path))

const packaged = process.platform === 'linux' && process.arch === 'x64'

/** False where no browser can be had without installing one; the page tests are skipped there. */
export const hasBrowser = installed !== undefined || packaged

/** Quiet: a browser in a test asks nobody but the service. */
const quiet = [
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-quic',
  '--no-first-run',
]

/**
 * Drawn by the processor, in the browser's own process: each more costs as much as a page. No page lives long enough to
 * earn what its code costs to optimise.
 */
const frugal = ['--disable-gpu', '--disable-software-rasterizer', '--in-process-gpu', '--js-flags=--no-opt,--no-maglev']

/**
 * Without the arguments of the package, which are for a machine with one process and no strangers: with them a context
 * that is closed takes the browser along, and nothing is forbidden between origins.
 */
export const openBrowser = async (): Promise<Browser> =>
  chromium.launch({
    executablePath: installed ?? (await unpacked()),
    args: [...quiet, ...frugal, '--no-sandbox'],
  })

const modules = fileURLToPath(new URL('../../../node_modules', import.meta.url))
const unpack = "import('@sparticuz/chromium').then(({ default: chromium }) => chromium.executablePath())"

/** Kept for later runs, because it takes seconds; each worker unpacks into a folder of its own, and one is kept. */
async function unpacked(): Promise<string> {
  const { version } = JSON.parse(readFileSync(path.join(modules, '@sparticuz/chromium/package.json'), 'utf8'))
  const kept = path.join(modules, '.cache', `chromium-${version}`)
  if (!existsSync(kept)) {
    const folder = `${kept}-${process.pid}`
    mkdirSync(folder, { recursive: true })
    const env = { ...process.env, TMPDIR: folder }
    await promisify(execFile)(process.execPath, ['-e', unpack], { cwd: path.dirname(modules), env })
    if (existsSync(kept)) rmSync(folder, { recursive: true })
    else renameSync(folder, kept)
  }
  return path.join(kept, 'chromium')
}
