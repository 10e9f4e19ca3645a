/** Started as root in a folder that nobody else may enter. One that others can reach is in `stop.test.ts`. */
import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { afterAll, describe, expect, inject, test } from 'vitest'
import { copyFolder } from '../support/databases.ts'
import { attach } from '../support/files.ts'
import { newPlace, postmasterOf, startServer, useProcesses, usersOf } from '../support/process.ts'

useProcesses()

const isRoot = process.getuid?.() === 0 && process.platform === 'linux'

describe.runIf(isRoot)('a folder only root may enter', () => {
  let closed: string
  let cluster: string | undefined

  afterAll(() => {
    if (cluster) fs.rmSync(cluster, { recursive: true, force: true })
  })

  test('the service stays root, says why in one line, and serves', async () => {
    const open = await newPlace()
    closed = path.join(open.folder, 'closed')
    fs.mkdirSync(closed, { mode: 0o700 })
    const dataDir = path.join(closed, 'data')
    // As its first start leaves it.
    fs.mkdirSync(dataDir, { mode: 0o700 })
    fs.mkdirSync('/var/lib/cellarbook', { recursive: true })
    cluster = path.join('/var/lib/cellarbook', randomBytes(8).toString('hex'))
    copyFolder(path.join(inject('ours').readyFolder, 'postgres'), cluster)
    fs.writeFileSync(path.join(dataDir, 'postgres.location'), `${cluster}\n${dataDir}\n`, { mode: 0o600 })
    const place = { ...open, dataDir, env: { ...open.env, DATA_DIR: dataDir } }
    const server = await startServer(place)
    expect(usersOf(server.pid)).toEqual([0, 0, 0, 0])
    expect(server.output.stderr.match(/The service goes on as root: \S+closed is closed to \w+/g)).toHaveLength(1)
    await attach(server.client(server.testKey), server)
    expect(await server.stop()).toMatchObject({ code: 0 })
    expect(postmasterOf(place)).toBeUndefined()
  })
})
