/** Makes a new cluster beside its place and moves it there complete, so that no interruption leaves half of one. */
import { randomBytes } from 'node:crypto'
import {
  closeSync,
  fchownSync,
  fsyncSync,
  lchownSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  writeSync,
} from 'node:fs'
import { rm } from 'node:fs/promises'
import path from 'node:path'
import type { Account } from './account.ts'
import type { Binaries } from './binaries.ts'
import { diskFull, meansFullDisk, refuseFullDisk } from './disk.ts'
import { codeOf, EmbeddedPostgresError, unlessMissing } from './errors.ts'
import { syncFolder } from './folders.ts'
import { type Program, startProgram } from './programs.ts'

export const SUPERUSER = 'cellarbook'
/** Inside the cluster: the password and the cluster it opens arrive in one rename. */
const PASSWORD_FILE = 'cellarbook.password'
const BUILTIN_LOCALE_SINCE = 17
const ABANDONED_AFTER_MS = 10 * 60 * 1000

export interface NewCluster {
  cluster: string
  account: Account | undefined
  binaries: Binaries
  durable: boolean
  logFile: string
  deadline: number
}

export function readPassword(cluster: string): string {
  const file = path.join(cluster, PASSWORD_FILE)
  const password = unlessMissing(() => readFileSync(file, 'utf8'))?.trim()
  if (!password) throw new EmbeddedPostgresError(`The password of the database is missing: ${file}`)
  return password
}

/** When another process makes the same cluster at the same time, the first to finish wins and ours is discarded. */
export async function createCluster(plan: NewCluster): Promise<void> {
  const parent = path.dirname(plan.cluster)
  refuseFullDisk(parent)
  const staging = `${plan.cluster}.new-${randomBytes(6).toString('hex')}`
  mkdirSync(staging, { mode: 0o700 })
  try {
    if (plan.account) lchownSync(staging, plan.account.uid, plan.account.gid)
    const draft = path.join(staging, 'cluster')
    const passwordFile = path.join(staging, 'password')
    writePassword(passwordFile, plan.account)
    await initialise(plan, draft, passwordFile)
    renameSync(passwordFile, path.join(draft, PASSWORD_FILE))
    syncFolder(draft)
    moveIntoPlace(draft, plan.cluster)
    syncFolder(parent)
  } finally {
    await rm(staging, { recursive: true, force: true })
  }
}

/** The mode is given at creation, so that there is no moment at which others can read it. */
function writePassword(file: string, account: Account | undefined): void {
  const descriptor = openSync(file, 'wx', 0o600)
  try {
    writeSync(descriptor, `${randomBytes(24).toString('base64url')}\n`)
    if (account) fchownSync(descriptor, account.uid, account.gid)
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}

function moveIntoPlace(draft: string, cluster: string): void {
  try {
    renameSync(draft, cluster)
  } catch (error) {
    if (!['ENOTEMPTY', 'EEXIST', 'ENOTDIR'].includes(codeOf(error))) throw error
    if (unlessMissing(() => statSync(path.join(cluster, 'PG_VERSION')))) return
    throw new EmbeddedPostgresError(
      `The database cannot be put into ${cluster}: it holds something that is no database`,
    )
  }
}

/** The builtin provider sorts the same on every system and for ever; before it, not every libc knows C.UTF-8. */
const localeChoices = (major: number): string[][] =>
  major >= BUILTIN_LOCALE_SINCE
    ? [['--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C']]
    : [['--locale=C.UTF-8'], ['--locale=C']]

async function initialise(plan: NewCluster, draft: string, passwordFile: string): Promise<void> {
  let problem = ''
  for (const locale of localeChoices(plan.binaries.major)) {
    const options = [`--username=${SUPERUSER}`, `--pwfile=${passwordFile}`, '--auth=scram-sha-256', '--encoding=UTF8']
    problem = await runToTheEnd(plan.deadline, {
      file: plan.binaries.initdb,
      arguments: ['-D', draft, ...options, '--data-checksums', ...locale, ...(plan.durable ? [] : ['--no-sync'])],
      account: plan.account,
      logFile: plan.logFile,
      outlivesUs: false,
    })
    if (problem === '') return
    await rm(draft, { recursive: true, force: true })
    if (meansFullDisk(problem)) throw diskFull(path.dirname(plan.cluster), problem)
  }
  throw new EmbeddedPostgresError(
    `The database could not be created in ${path.dirname(plan.cluster)}: ${problem} (log: ${plan.logFile})`,
  )
}

async function runToTheEnd(deadline: number, program: Program): Promise<string> {
  const running = startProgram(program)
  const timer = setTimeout(running.kill, Math.max(0, deadline - performance.now()))
  const problem = await running.end
  clearTimeout(timer)
  return problem
}

/** What a killed first start left behind; anything younger may be another process at work. */
export async function removeAbandoned(parent: string): Promise<void> {
  for (const name of readdirSync(parent)) {
    if (!/\.new-[0-9a-f]{12}$/.test(name)) continue
    const folder = path.join(parent, name)
    const changedAt = unlessMissing(() => statSync(folder))?.mtimeMs ?? Date.now()
    if (Date.now() - changedAt > ABANDONED_AFTER_MS) await rm(folder, { recursive: true, force: true })
  }
}
