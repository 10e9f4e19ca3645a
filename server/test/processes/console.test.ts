/** The console builds itself beside the start, wherever the program lies; the API does not depend on it. */
import fs from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import {
  leftIn,
  type Place,
  postmasterOf,
  readyPlace,
  type ServerProcess,
  startServer,
  useProcesses,
} from '../support/process.ts'

useProcesses()

const repository = fileURLToPath(new URL('../../..', import.meta.url))

const sources = {
  'icon.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
  'main.tsx': "document.title = 'Cellarbook'\n",
  'developers/main.ts': "document.title = 'Developers'\n",
  'kit/layers.css': '',
}

/** The program without its console's build, in a folder whose name has spaces. Its console is a small one. */
async function copiedProgram(): Promise<Place & { console: string }> {
  const place = await readyPlace({ CONSOLE: 'on' })
  const home = path.join(place.folder, 'the cellar book')
  fs.mkdirSync(home)
  for (const name of ['server', 'console', 'package-lock.json']) {
    const isBeside = (file: string) =>
      !/\/(server\/test|console\/(dist|src|test))\b/.test(file.slice(repository.length - 1))
    const to = path.join(home, name)
    fs.cpSync(path.join(repository, name), to, { recursive: true, preserveTimestamps: true, filter: isBeside })
  }
  for (const [name, text] of Object.entries(sources)) {
    const file = path.join(home, 'console/src', name)
    fs.mkdirSync(path.dirname(file), { recursive: true })
    fs.writeFileSync(file, text)
  }
  // The folders of the sources are as new as the copy: without this the server would be compiled, too.
  fs.utimesSync(path.join(home, 'server/dist/.built'), new Date(), new Date())
  fs.symlinkSync(path.join(repository, 'node_modules'), path.join(home, 'node_modules'))
  return { ...place, program: path.join(home, 'server/bin/cellarbook.js'), console: path.join(home, 'console') }
}

let place: Awaited<ReturnType<typeof copiedProgram>>
/** With two workers. */
let second: ServerProcess

test('a start builds the console, which is asked for meanwhile; a build that fails leaves the older one', async () => {
  place = await copiedProgram()
  const first = await startServer(place)
  const page = await fetch(`${first.address}/console/test`)
  expect(page.status).toBe(200)
  const script = /src="([^"]+\.js)"/.exec(await page.text())![1]!
  expect((await fetch(`${first.address}${script}`)).status).toBe(200)
  expect(fs.readdirSync(place.console).filter(name => name.startsWith('dist'))).toEqual(['dist'])
  expect(first.output.stderr).not.toContain('console')
  await first.stop()

  fs.writeFileSync(path.join(place.console, 'src/main.tsx'), 'this is no program')
  second = await startServer(place, { WORKERS: '2' })
  const older = await fetch(`${second.address}/console/test`)
  expect(older.status).toBe(200)
  expect(await older.text()).toContain(script)
  while (!second.output.stderr.includes('The console could not be built')) await sleep(20)
})

// Goes on with them.
test('SIGTERM to the leader of workers: who waits is answered, everything ends, PostgreSQL too', async () => {
  const api = second.client(second.testKey)
  const asked = [
    ...Array.from({ length: 4 }, () => api.get('/events?since_sequence=0&types=invoice.cancelled&wait=25')),
    ...Array.from({ length: 8 }, (_, at) => api.post('/partners', { name: `stopped ${at}` })),
  ]
  await sleep(100)
  const exit = await second.stop()
  expect(exit).toMatchObject({ code: 0, signal: null })
  const statuses = (await Promise.all(asked)).map(({ status }) => status)
  expect(statuses).toEqual([...Array(4).fill(200), ...Array(8).fill(201)])
  expect(exit.stderr).not.toContain('"level":"error"')
  expect(await leftIn([place])).toEqual([])
  expect(postmasterOf(place)).toBeUndefined()
})
