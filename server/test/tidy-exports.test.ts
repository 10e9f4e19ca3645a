/** What is exported is wanted somewhere else: by another source, by a tool or by a test. */
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const root = path.join(import.meta.dirname, '../..')
const folders = ['server/bin', 'server/src', 'server/test', 'console/src', 'console/test', 'sdk/src', 'bench']

const inFolders = folders.flatMap(folder =>
  readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' }).map(name => path.join(folder, name)),
)
const sources = [...inFolders, 'vitest.config.ts']
  .filter(name => /\.(tsx?|js)$/.test(name) && !name.includes('generated'))
  .map(name => ({ name, text: readFileSync(path.join(root, name), 'utf8') }))

/** In how many sources each word stands. */
const counts = new Map<string, number>()
for (const { text } of sources) {
  for (const word of new Set(text.match(/[\w$]+/g))) counts.set(word, (counts.get(word) ?? 0) + 1)
}

/** The reference calls a shape as the schema that exports it does. */
const isShape = (name: string, word: string) => name.endsWith('schema.ts') && /^[A-Z]/.test(word)

test('no value is exported for nobody', () => {
  const exported = /^export (?:async )?(?:const|function|class) ([\w$]+)/gm
  const idle = sources.flatMap(({ name, text }) =>
    [...text.matchAll(exported)]
      .map(([, word]) => word!)
      .filter(word => counts.get(word) === 1 && !isShape(name, word))
      .map(word => `${name}: ${word}`),
  )
  expect(idle).toEqual([])
})
