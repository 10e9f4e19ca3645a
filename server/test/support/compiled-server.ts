/**
 * Tests import `src/…ts`, for their types; what runs is `dist/…js`, the compiled server, loaded by Node itself. To translate
 * everything once takes less than a second, module by module for each worker takes minutes.
 */
import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vitest/config'
import { isFresh as isConsoleFresh } from '../../../console/build.js'
import { ensureBuilt } from '../../bin/build.js'

const server = fileURLToPath(new URL('../..', import.meta.url))
const source = path.join(server, 'src/')
const compiled = path.join(server, 'dist/')
const consoleBuild = path.join(server, '../console/build.js')

export async function compiledServer(): Promise<Plugin> {
  await ensureBuilt()
  // Before any test: nobody replaces the console under the eyes of a browser. Page tests tell when it cannot be built.
  if (!isConsoleFresh()) spawnSync(process.execPath, [consoleBuild])
  return {
    name: 'compiled-server',
    enforce: 'pre',
    resolveId(imported, importer) {
      if (!importer || !imported.endsWith('.ts')) return
      const file = path.resolve(path.dirname(importer), imported)
      if (file.startsWith(source)) return `${compiled}${file.slice(source.length, -'ts'.length)}js`
    },
    config: () => ({ test: { server: { deps: { external: [/\/server\/dist\//] } } } }),
  }
}
