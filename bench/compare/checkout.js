/** The servers of two commits, built, each in a folder of its own that is thrown away. */
import { execFile } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, symlinkSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { ensureBuilt } from '../../server/bin/build.js'
import { benchFolder, ownServer } from '../settings.js'

const run = promisify(execFile)
const root = path.join(benchFolder, '..')

/** The name of a commit, or `.` for this checkout as it stands. Returns the folder of the server. */
export async function checkOut(commit, closers) {
  if (commit === '.') {
    await ensureBuilt()
    return ownServer
  }
  const folder = mkdtempSync(path.join(os.tmpdir(), 'cellarbook-compare-'))
  closers.push(() => rm(folder, { recursive: true, force: true }))
  // An archive rather than a worktree: the repository keeps no trace of it, however the bench ends.
  const archive = path.join(folder, 'commit.tar')
  const wanted = ['server', 'package.json', 'package-lock.json']
  await run('git', ['archive', '--format=tar', '-o', archive, commit, '--', ...wanted], { cwd: root })
  await run('tar', ['-xf', archive, '-C', folder])
  // PostgreSQL may run as another user, and has to get through.
  await run('chmod', ['711', folder])
  if (hasSamePackages(folder)) symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'))
  else await run('npm', ['ci', '--omit=dev', '--no-audit', '--no-fund'], { cwd: folder })
  const server = path.join(folder, 'server')
  await run(process.execPath, [path.join(server, 'bin', 'build.js')])
  return server
}

/** Whether everything the commit runs with is installed here in the same version. */
function hasSamePackages(folder) {
  const { packages } = JSON.parse(readFileSync(path.join(folder, 'package-lock.json'), 'utf8'))
  return Object.entries(packages)
    .filter(([name, { dev, optional, link }]) => name.startsWith('node_modules/') && !dev && !optional && !link)
    .every(([name, { version }]) => {
      const file = path.join(root, name, 'package.json')
      return existsSync(file) && JSON.parse(readFileSync(file, 'utf8')).version === version
    })
}
