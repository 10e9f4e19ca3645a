/** The console keeps its shape: who may import whom, how long a file is, what never stands in one. */
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'

const root = fileURLToPath(new URL('../../console/src', import.meta.url))

const files = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter(name => /\.(tsx?|css)$/.test(name) && !name.startsWith(path.join('data', 'generated')))
  .map(name => name.replaceAll(path.sep, '/'))
  .map(name => ({ name, text: readFileSync(path.join(root, name), 'utf8') }))

const sources = files
  .filter(({ name }) => !name.endsWith('.css'))
  .map(({ name, text }) => {
    const imported = [...text.matchAll(/(?:\bfrom |import\(|^import )'([^']+)'/gm)].map(match => match[1]!)
    const own = imported.filter(each => each.startsWith('.'))
    return {
      name,
      text,
      packages: imported.filter(each => !each.startsWith('.')),
      imports: own.map(each => path.posix.join(path.posix.dirname(name), each)),
    }
  })

/** Each layer may import itself and those before it; what stands beside them (`main.tsx`, `routes.ts`) imports all. */
const layers = ['format', 'words', 'data', 'kit', 'patterns', 'screens', 'app']
const layerOf = (name: string): number => layers.indexOf(name.split('/', 1)[0]!)

/** What comments say is no code. */
const codeOf = (text: string): string => text.replaceAll(/\/\*[\s\S]*?\*\/|(?<!:)\/\/.*/g, '')

const saying = (pattern: RegExp): string[] =>
  sources.flatMap(
    ({ name, text }) =>
      codeOf(text)
        .match(pattern)
        ?.map(found => `${name}: ${found}`) ?? [],
  )

describe('imports of the console', () => {
  test('format < words < data < kit < patterns < screens < app', () => {
    const broken = sources.flatMap(({ name, imports }) => {
      if (layerOf(name) < 0) return []
      const isAbove = (target: string) => layerOf(target) < 0 || layerOf(target) > layerOf(name)
      return imports.filter(isAbove).map(target => `${name} imports ${target}`)
    })
    expect(broken).toEqual([])
  })

  test('a screen imports no other screen', () => {
    const screenOf = (name: string) => /^screens\/([^/]+)/.exec(name)?.[1]
    const broken = sources.flatMap(({ name, imports }) =>
      imports
        .filter(target => screenOf(name) && screenOf(target) && screenOf(name) !== screenOf(target))
        .map(target => `${name} imports ${target}`),
    )
    expect(broken).toEqual([])
  })

  test('nothing of the server, of the SDK its types alone', () => {
    expect(
      sources.flatMap(({ name, imports }) => imports.filter(each => each.startsWith('..')).map(() => name)),
    ).toEqual([])
    expect(saying(/^import (?!type\b)[^;]*?'@cellarbook\/sdk'/gm)).toEqual([])
  })

  test('the list of what is declared is for types and tests', () => {
    expect(saying(/^import (?!type\b).*generated\/declared\.ts'/gm)).toEqual([])
  })

  test('only packages that the console names', () => {
    const manifest = JSON.parse(readFileSync(path.join(root, '../package.json'), 'utf8'))
    const named = [...Object.keys(manifest.dependencies), '@cellarbook/sdk']
    const unnamed = sources.flatMap(({ name, packages }) =>
      packages
        .filter(each => !named.some(known => each === known || each.startsWith(`${known}/`)))
        .map(each => `${name} imports ${each}`),
    )
    expect(unnamed).toEqual([])
  })
})

test('every form of a new record says which rights open it', () => {
  const textOf = (name: string) => files.find(each => each.name === name)!.text
  const paths = (text: string) => [...text.matchAll(/'(\/\S+\/new)'/g)].map(match => match[1]!).toSorted()
  expect(paths(textOf('routes.ts'))).toEqual(paths(textOf('data/forms.ts')))
})

describe('files of the console', () => {
  test('have 200 lines at most; catalogues of words as many as there are words', () => {
    const long = files.filter(
      ({ name, text }) => !/^words\/(en|cs)\//.test(name) && text.trimEnd().split('\n').length > 200,
    )
    expect(long.map(({ name }) => name)).toEqual([])
  })

  test('say in their first line what they are for', () => {
    const silent = sources.filter(({ name, text }) => !name.startsWith('words/') && !text.startsWith('/**'))
    expect(silent.map(({ name }) => name)).toEqual([])
  })

  test('set no HTML from text, name no `any`, export no default and nothing of others', () => {
    expect(saying(/dangerouslySetInnerHTML|\.innerHTML\b|\.outerHTML\b|insertAdjacentHTML/g)).toEqual([])
    expect(saying(/(?::|\bas|<)\s*any\b/g)).toEqual([])
    expect(saying(/^export default\b/gm)).toEqual([])
    expect(saying(/^export (?:type )?(?:\*|\{[^}]*\}) from\b/gm)).toEqual([])
  })

  test('give nothing up: no ignored error, nothing left open', () => {
    const givenUp = /@ts-|biome-ignore lint\/(?:complexity|security|suspicious\/noExplicitAny)|\bTODO\b|\bFIXME\b/
    expect(sources.filter(({ text }) => givenUp.test(text)).map(({ name }) => name)).toEqual([])
  })
})
