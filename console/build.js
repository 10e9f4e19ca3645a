// Builds the console into console/dist when its sources are newer than the last build. `npm start` does so beside the
// start of the database, in a process of its own: nothing of it stays in the memory of the service.
import { chmodSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { constants, setPriority } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { beginBuild, isNewerThan } from '../server/bin/build-folder.js'

const root = path.dirname(fileURLToPath(import.meta.url))
const dist = path.join(root, 'dist')
// The lock file stands for the packages that are built in.
const inputs = ['src', 'index.html', 'vite.config.js', 'build.js', '../package-lock.json'].map(name =>
  path.join(root, name),
)

export const isFresh = () => isNewerThan(dist, inputs)

/** Compressed once, as small as it gets. */
function compress(folder) {
  for (const name of readdirSync(folder)) {
    if (!/\.(js|css|svg)$/.test(name)) continue
    const file = path.join(folder, name)
    writeFileSync(`${file}.gz`, gzipSync(readFileSync(file), { level: 9 }))
  }
}

/** Root may build what the service reads when it is root no longer. */
function openToAll(folder) {
  chmodSync(folder, 0o755)
  for (const name of readdirSync(folder)) {
    const file = path.join(folder, name)
    if (statSync(file).isDirectory()) openToAll(file)
    else chmodSync(file, 0o644)
  }
}

export async function build() {
  // Whatever the environment says: with another value React is built as for those who develop it.
  process.env.NODE_ENV = 'production'
  const { folder, giveUp, swapIn } = beginBuild(dist, isFresh)
  try {
    const [vite, { default: config }] = await Promise.all([import('vite'), import('./vite.config.js')])
    const output = { ...config.build, outDir: folder, emptyOutDir: true }
    await vite.build({ ...config, root, configFile: false, logLevel: 'warn', build: output })
    compress(path.join(folder, 'assets'))
    openToAll(folder)
  } catch (error) {
    giveUp()
    throw error
  }
  swapIn()
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  // Behind all that a service has to do at its start.
  setPriority(constants.priority.PRIORITY_BELOW_NORMAL)
  await build()
}
