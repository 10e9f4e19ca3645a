/** Every package has its reason in ARCHITECTURE.md, and somebody who uses it. */
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const root = path.join(import.meta.dirname, '../..')
const textOf = (name: string): string => readFileSync(path.join(root, name), 'utf8')

const packages = ['package.json', 'server/package.json', 'console/package.json', 'sdk/package.json'].flatMap(name => {
  const { dependencies = {}, devDependencies = {} } = JSON.parse(textOf(name))
  return Object.keys({ ...dependencies, ...devDependencies })
})

test('each is a row of ARCHITECTURE.md', () => {
  const rows = textOf('ARCHITECTURE.md')
    .split('\n')
    .filter(line => line.startsWith('| '))
    .flatMap(line => line.split('|')[1]!.split(/[ ,()]+/))
  const untold = packages.filter(name => !rows.includes(name) && !name.startsWith('@types/'))
  expect(untold).toEqual([])
})

/** Programs and types, and one that others need in just this version. */
const neverImported = /^(@types\/.*|@biomejs\/biome|typescript|@stoplight\/prism-core)$/

test('each is named by a source', () => {
  const folders = ['server/bin', 'server/src', 'server/test', 'console/src', 'sdk/src']
  const files = folders.flatMap(folder =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' }).map(name => path.join(folder, name)),
  )
  const code = [...files, 'console/build.js', 'console/vite.config.js', 'vitest.config.ts']
  const sources = code.filter(name => /\.(tsx?|js|css)$/.test(name)).map(textOf)
  const unused = packages.filter(
    name =>
      !neverImported.test(name) && !sources.some(text => text.includes(`'${name}'`) || text.includes(`'${name}/`)),
  )
  expect(unused).toEqual([])
})
