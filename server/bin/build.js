// Translates server/src to server/dist when the sources are newer than the last build; types are checked by `npm run check`.
// `npm start` and `npx cellarbook` call it, so there is no build step to forget.
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { beginBuild, isNewerThan } from './build-folder.js'

const server = path.dirname(path.dirname(fileURLToPath(import.meta.url)))
const source = path.join(server, 'src')
const dist = path.join(server, 'dist')
const inputs = [source, path.join(server, 'tsconfig.json')]

const isFresh = () => isNewerThan(dist, inputs)

const common = {
  bundle: true,
  format: 'esm',
  platform: 'node',
  target: 'node20',
  tsconfig: path.join(server, 'tsconfig.json'),
  sourcemap: true,
  sourcesContent: false,
  logLevel: 'error',
}

/** Nothing is put into a module but its own source: what it imports stays an import, of the translated file. */
const asWritten = {
  name: 'as written',
  setup({ onResolve }) {
    onResolve({ filter: /./ }, ({ path: imported, kind }) =>
      kind === 'entry-point' ? undefined : { path: imported.replace(/^(\..*)\.ts$/, '$1.js'), external: true },
    )
  },
}

/** Every module by itself: tests and tools load them. */
const translateModules = ({ build }, names, outdir) =>
  build({
    ...common,
    entryPoints: names.map(name => path.join(source, name)),
    outbase: source,
    outdir,
    plugins: [asWritten],
  })

/** What every start loads: with ours they are two thousand files, which Node takes longer to find than to read. */
const bundledPackages = [
  '@fastify/busboy',
  'ajv',
  'ajv-formats',
  'commander',
  'fast-json-stringify',
  'fastify',
  'pg',
  'pg-copy-streams',
  'pg-protocol',
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
function bundleProgram({ build }, names, outdir) {
  const { dependencies } = JSON.parse(readFileSync(path.join(server, 'package.json'), 'utf8'))
  const started = names.filter(name => /-(thread|worker)\.ts$/.test(name))
  return build({
    ...common,
    entryPoints: ['process/cli.ts', ...started].map(name => path.join(source, name)),
    entryNames: '[name]',
    outdir,
    splitting: true,
    banner: { js: requireOfNode },
    external: Object.keys(dependencies).filter(name => !bundledPackages.includes(name)),
  })
}

let building

/** Several who ask at once wait for the same build. */
export function ensureBuilt() {
  building ??= buildUnlessFresh().finally(() => {
    building = undefined
  })
  return building
}

async function buildUnlessFresh() {
  if (isFresh()) return
  const { folder, giveUp, swapIn } = beginBuild(dist, isFresh)
  const names = readdirSync(source, { recursive: true }).filter(name => name.endsWith('.ts'))
  // Loaded when it is needed: most starts find everything built.
  const esbuild = await import('esbuild')
  try {
    await translateModules(esbuild, names, folder)
    await bundleProgram(esbuild, names, path.join(folder, 'program'))
  } catch (error) {
    giveUp()
    throw error
  } finally {
    // It would stay beside the service.
    await esbuild.stop()
  }
  swapIn()
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await ensureBuilt()
