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
  /** Words are loaded in one language. */
  const words = (): string[] => {
    const languages = ['en', 'cs'].map(language => sourcesIn(`words/${language}`))
    return languages.toSorted((one, other) => sizeOf(filesOf(other)) - sizeOf(filesOf(one)))[0]!
  }

  test('has a frame of 150 kB at most', () => {
    expect(sizeOf(filesOf(['index.html']))).toBeLessThanOrEqual(largestFrame)
  })

  test('loads 220 kB at most for any screen, the words of a language among them', () => {
    const loads = sourcesIn('screens').map(screen => [screen, sizeOf(filesOf(['index.html', ...words(), screen]))])
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
