// Compiles server/src to server/dist when the sources are newer than the last build.
// `npm start` and `npx cellarbook` call it, so there is no build step to forget.
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const server = path.dirname(path.dirname(fileURLToPath(import.meta.url)))
const dist = path.join(server, 'dist')
const stamp = path.join(dist, '.built')

const newestChange = folder =>
  readdirSync(folder, { recursive: true }).reduce(
    (newest, name) => Math.max(newest, statSync(path.join(folder, name)).mtimeMs),
    statSync(folder).mtimeMs,
  )

export function isFresh() {
  if (!existsSync(stamp)) return false
  const inputs = Math.max(
    newestChange(path.join(server, 'src')),
    statSync(path.join(server, 'tsconfig.build.json')).mtimeMs,
    statSync(path.join(server, 'tsconfig.json')).mtimeMs,
  )
  return statSync(stamp).mtimeMs > inputs
}

/** What a build that was killed left beside `dist`; a folder whose process lives is another build at work. */
function removeAbandoned() {
  for (const name of readdirSync(server)) {
    const pid = /^dist-(\d+)(-old)?$/.exec(name)?.[1]
    if (pid && !isAlive(Number(pid))) rmSync(path.join(server, name), { recursive: true, force: true })
  }
}

function isAlive(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code !== 'ESRCH'
  }
}

/** Every module by itself: tests and tools load them. */
function compile(folder) {
  const tsc = createRequire(import.meta.url).resolve('typescript/package.json')
  const result = spawnSync(
    process.execPath,
    [path.join(path.dirname(tsc), 'bin', 'tsc'), '-p', path.join(server, 'tsconfig.build.json'), '--outDir', folder],
    { stdio: 'inherit' },
  )
  if (result.status !== 0) throw new Error('cellarbook: the build failed')
}

/** Small modules in great number: with ours they are a thousand files, which Node takes a second to load. */
const bundledPackages = ['typebox', 'uuid']

/**
 * The same in a few files, all in one folder as deep as any layer: what the service starts from. Threads and workers are
 * started by their location, so each is a file of its own, by its own name.
 */
function bundle(folder) {
  const { dependencies } = JSON.parse(readFileSync(path.join(server, 'package.json'), 'utf8'))
  const started = readdirSync(folder, { recursive: true }).filter(name => /-(thread|worker)\.js$/.test(name))
  createRequire(import.meta.url)('esbuild').buildSync({
    entryPoints: ['process/cli.js', ...started].map(name => path.join(folder, name)),
    outdir: path.join(folder, 'program'),
    entryNames: '[name]',
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    sourcemap: true,
    sourcesContent: false,
    external: Object.keys(dependencies).filter(name => !bundledPackages.includes(name)),
    logLevel: 'error',
  })
}

/** Builds into a folder of its own and swaps it in, so that a process starting meanwhile never sees half a build. */
export function build() {
  removeAbandoned()
  const startedAt = new Date()
  const fresh = `${dist}-${process.pid}`
  const old = `${fresh}-old`
  try {
    compile(fresh)
    bundle(fresh)
  } catch (error) {
    rmSync(fresh, { recursive: true, force: true })
    throw error
  }
  writeFileSync(path.join(fresh, '.built'), startedAt.toISOString())
  // A source that is saved while the compiler runs is newer than the build.
  utimesSync(path.join(fresh, '.built'), startedAt, startedAt)
  try {
    if (existsSync(dist)) renameSync(dist, old)
    renameSync(fresh, dist)
  } catch (error) {
    // Another process built at the same moment and its folder is in place: ours is not needed.
    if (!isFresh()) throw error
  } finally {
    for (const folder of [fresh, old]) rmSync(folder, { recursive: true, force: true })
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) build()
