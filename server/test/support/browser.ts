/** A real browser for the pages: the one on the machine, or the Chromium of the npm package on x64 Linux. */
import { existsSync } from 'node:fs'
import sparticuz from '@sparticuz/chromium'
import { type Browser, chromium } from 'playwright-core'

const installed = [
  process.env.CHROMIUM_PATH,
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

export async function openBrowser(): Promise<Browser> {
  if (installed) {
    return chromium.launch({ executablePath: installed, args: [...quiet, '--no-sandbox', '--disable-gpu'] })
  }
  return chromium.launch({ executablePath: await sparticuz.executablePath(), args: [...sparticuz.args, ...quiet] })
}
