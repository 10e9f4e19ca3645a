/** One account's burst beside another account: nobody else is refused, and nobody waits for the whole burst. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, test } from 'vitest'
import { callerCache } from '../../src/kernel/caller-cache.ts'
import { hashSecret } from '../../src/lib/api-key.ts'
import { useService } from '../support/service.ts'

const service = useService()

/** From a process of its own, so that what the burst costs its sender does not look like what it costs others. */
const burst = `
  const http = require('node:http')
  const [address, key] = process.argv.slice(1)
  const one = () => new Promise(resolve => {
    const headers = { authorization: 'Bearer ' + key }
    http.get(address + '/api/v1/partners?limit=200', { agent: false, headers }, response => {
      response.resume().on('end', () => resolve(response.statusCode))
    }).on('error', error => resolve(error.message))
  })
  Promise.all(Array.from({ length: 400 }, one)).then(seen => console.log(JSON.stringify([...new Set(seen)])))`

test('200: a neighbour is answered between the lists of a burst, never refused; health stays well', async () => {
  const [busy, calm] = [await service.tenant(), await service.tenant()]
  const [sender, neighbour] = [await busy.key(), await calm.key()]
  for (let count = 0; count < 40; count++) await sender.post('/partners', { name: `Partner ${count}` })
  const child = spawn(process.execPath, ['-e', burst, sender.address, sender.key!])
  let isOver = false
  let told = ''
  child.stdout.on('data', chunk => {
    told += chunk
  })
  const over = once(child, 'close').then(() => {
    isOver = true
  })
  const seen: number[] = []
  while (!isOver) {
    const { status } = await neighbour.get('/me')
    if (!isOver) seen.push(status)
  }
  await over
  expect(JSON.parse(told)).toEqual([200])
  expect(new Set(seen)).toEqual(new Set([200]))
  // Not one by one behind the burst, but many times during it.
  expect(seen.length).toBeGreaterThan(10)
  expect((await neighbour.get('/health')).status).toBe(200)
})

test('a burst of a key that is not known yet, or not at all, asks the database once', async () => {
  const { key } = await (await service.tenant()).key()
  let asked = 0
  const database: typeof service.database = {
    ...service.database,
    maybe: statement => {
      asked += 1
      return service.database.maybe(statement)
    },
  }
  const callers = callerCache(database, Date.now)
  const here = { ip: '127.0.0.1' }
  const many = (secret: string) =>
    Promise.all(Array.from({ length: 200 }, () => callers.find(hashSecret(secret), here)))
  expect(new Set((await many(key!)).map(caller => caller?.pass.name))).toEqual(new Set(['test key']))
  expect(asked).toBe(1)
  await callers.find(hashSecret(key!), here)
  expect(asked).toBe(1)
  expect(new Set(await many('nobody'))).toEqual(new Set([undefined]))
  expect(asked).toBe(2)
})
