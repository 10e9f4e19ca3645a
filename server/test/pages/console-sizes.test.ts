/** The console stays small: what a browser loads before it shows anything, compressed. */
import { readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { buildConsole, consoleFolder } from '../support/built-console.ts'

/** Of Vite's manifest, by the path of a source. */
interface Chunk {
  file: string
  imports?: string[]
  css?: string[]
}

const routes = readFileSync(path.join(consoleFolder, '../src/routes.ts'), 'utf8')

const largestFrame = 150_000
const largestFirstLoad = 220_000
const largestScreen = 40_000

describe('the console', () => {
  let chunks: Record<string, Chunk>

  beforeAll(async () => {
    await buildConsole()
    chunks = JSON.parse(readFileSync(path.join(consoleFolder, 'manifest.json'), 'utf8'))
  })

  /** The files of these sources and of all they cannot do without. */
  const filesOf = (sources: readonly string[], found = new Set<string>()): Set<string> => {
    for (const source of sources) {
      const { file, css = [], imports = [] } = chunks[source]!
      if (found.has(file)) continue
      for (const each of [file, ...css]) found.add(each)
      filesOf(imports, found)
    }
    return found
  }
  const sizeOf = (files: Iterable<string>): number =>
    [...files].reduce((sum, file) => sum + statSync(path.join(consoleFolder, `${file}.gz`)).size, 0)
  const sourcesIn = (folder: string): string[] => Object.keys(chunks).filter(name => name.startsWith(`src/${folder}/`))
  /** Words are loaded in one language: those every screen needs, and those its route names. */
  const wordsFor = (screen: string): string[] => {
    const [, named = ''] = new RegExp(`import\\('\\./${screen.slice('src/'.length)}'\\)([^\\]]*)\\]`).exec(routes) ?? []
    const groups = ['frame', 'records', ...(named.match(/[\w-]+/g) ?? [])]
    const languages = ['en', 'cs'].map(language => groups.map(group => `src/words/${language}/${group}.ts`))
    return languages.toSorted((one, other) => sizeOf(filesOf(other)) - sizeOf(filesOf(one)))[0]!
  }

  test('has a frame of 150 kB at most', () => {
    expect(sizeOf(filesOf(['index.html']))).toBeLessThanOrEqual(largestFrame)
  })

  test('loads 220 kB at most for any screen, with the words of a language and the menus of the frame', () => {
    const loadOf = (screen: string) => sizeOf(filesOf(['index.html', 'src/app/menus.tsx', ...wordsFor(screen), screen]))
    // Others are parts of them, loaded later.
    const screens = sourcesIn('screens').filter(screen => routes.includes(`'./${screen.slice('src/'.length)}'`))
    expect(screens.length).toBeGreaterThan(10)
    const loads = screens.map(screen => [screen, loadOf(screen)])
    expect(loads.filter(([, size]) => Number(size) > largestFirstLoad)).toEqual([])
  })

  test('has screens of 40 kB at most, beside what they share', () => {
    const sizes = sourcesIn('screens').map(screen => {
      const { file, css = [] } = chunks[screen]!
      return [screen, sizeOf([file, ...css])]
    })
    expect(sizes.filter(([, size]) => Number(size) > largestScreen)).toEqual([])
  })
})
