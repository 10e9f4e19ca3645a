// Compiles server/src to server/dist when the sources are newer than the last build.
// `npm start` and `npx cellarbook` call it, so there is no build step to forget.
import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { beginBuild, isNewerThan } from './build-folder.js'

const server = path.dirname(path.dirname(fileURLToPath(import.meta.url)))
const dist = path.join(server, 'dist')
const inputs = ['src', 'tsconfig.build.json', 'tsconfig.json'].map(name => path.join(server, name))

export const isFresh = () => isNewerThan(dist, inputs)

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

/** What every start loads: with ours they are two thousand files, which Node takes longer to find than to read. */
const bundledPackages = [
  '@fastify/busboy',
  'ajv',
  'ajv-formats',
  'big.js',
  'commander',
  'fast-json-stringify',
  'fastify',
  'pg',
  'pg-copy-streams',
  'pino',
  'prom-client',
  'qrcode-generator',
  'saxes',
  'sql-template-tag',
  'typebox',
  'undici',
  'uuid',
  'yauzl',
]

/** Those written as CommonJS ask for the modules of Node in its way. */
const requireOfNode =
  "import * as nodeModule from 'node:module'; const require = nodeModule.createRequire(import.meta.url);"

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
    banner: { js: requireOfNode },
    external: Object.keys(dependencies).filter(name => !bundledPackages.includes(name)),
    logLevel: 'error',
  })
}

export function build() {
  const { folder, giveUp, swapIn } = beginBuild(dist, isFresh)
  try {
    compile(folder)
    bundle(folder)
  } catch (error) {
    giveUp()
    throw error
  }
  swapIn()
}

if (process.argv[1] === fileURLToPath(import.meta.url)) build()
