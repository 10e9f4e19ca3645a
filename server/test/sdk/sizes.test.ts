/** The SDK stays small: whole, and as far as it is used. */
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'
import { expect, test } from 'vitest'

const folder = path.resolve(import.meta.dirname, '../../../sdk/src')

/** Minified and compressed, as a browser loads it. */
async function bytesOf(text: string): Promise<number> {
  const { outputFiles, metafile } = await build({
    stdin: { contents: text, resolveDir: folder, loader: 'ts' },
    bundle: true,
    minify: true,
    write: false,
    metafile: true,
    format: 'esm',
    platform: 'browser',
    target: 'es2022',
    logLevel: 'error',
  })
  const outside = Object.keys(metafile.inputs).filter(name => !/sdk\/src\/|<stdin>/.test(name))
  expect(outside, 'nothing but our own sources').toEqual([])
  return gzipSync(outputFiles[0]!.contents, { level: 9 }).length
}

test.for([
  ['everything', `export * from './index.ts'`, 9_000],
  ['the client', `export { Cellarbook } from './index.ts'`, 6_500],
  ['the follower without the client', `export { follow } from './index.ts'`, 2_000],
  ['webhooks alone', `export { verifyWebhook } from './index.ts'`, 1_200],
  ['decimals alone', `export { add, subtract, multiply, compare, round } from './index.ts'`, 800],
  ['types alone', `export type { Order } from './index.ts'`, 100],
] as const)('%s', async ([_, text, budget]) => {
  expect(await bytesOf(text)).toBeLessThan(budget)
})
