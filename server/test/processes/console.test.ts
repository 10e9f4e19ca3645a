/** The console builds itself beside the start, wherever the program lies; the API does not depend on it. */
import fs from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { type Place, readyPlace, startServer, useProcesses } from '../support/process.ts'

useProcesses()

const repository = fileURLToPath(new URL('../../..', import.meta.url))

/** The program without its console's build, in a folder whose name has spaces. */
async function copiedProgram(): Promise<Place & { console: string }> {
  const place = await readyPlace({ CONSOLE: 'on' })
  const home = path.join(place.folder, 'the cellar book')
  fs.mkdirSync(home)
  for (const name of ['server', 'console', 'package-lock.json']) {
    const isBeside = (file: string) => !/\/(server\/test|console\/dist)\b/.test(file.slice(repository.length - 1))
    const to = path.join(home, name)
    fs.cpSync(path.join(repository, name), to, { recursive: true, preserveTimestamps: true, filter: isBeside })
  }
  fs.symlinkSync(path.join(repository, 'node_modules'), path.join(home, 'node_modules'))
  return { ...place, program: path.join(home, 'server/bin/cellarbook.js'), console: path.join(home, 'console') }
}

describe('a start', () => {
  test('builds the console, which is asked for meanwhile; a build that fails leaves the older one', async () => {
    const place = await copiedProgram()
    const first = await startServer(place)
    const page = await fetch(`${first.address}/console/test`)
    expect(page.status).toBe(200)
    const script = /src="([^"]+\.js)"/.exec(await page.text())![1]!
    expect((await fetch(`${first.address}${script}`)).status).toBe(200)
    expect(fs.readdirSync(place.console).filter(name => name.startsWith('dist'))).toEqual(['dist'])
    expect(first.output.stderr).not.toContain('console')
    await first.stop()

    fs.writeFileSync(path.join(place.console, 'src/main.tsx'), 'this is no program')
    const second = await startServer(place, { WORKERS: '2' })
    const older = await fetch(`${second.address}/console/test`)
    expect(older.status).toBe(200)
    expect(await older.text()).toContain(script)
    while (!second.output.stderr.includes('The console could not be built')) await sleep(20)
    await second.stop()
  })
})
