/** Commands of the operator's page: what an upgrade will do, what is stored of a person, a partner forgotten. */
import { beforeAll, describe, expect, test } from 'vitest'
import { readMigrations } from '../../src/db/migrate.ts'
import { cli, enter } from '../support/commands.ts'
import { newPlace, type Place, processesIn, readyPlace, useProcesses } from '../support/process.ts'

useProcesses()

let place: Place

beforeAll(async () => {
  place = await readyPlace()
})

describe('upgrade --check', () => {
  test('tells which migrations would run, and runs none', async () => {
    const empty = await newPlace()
    const all = (await readMigrations()).map(({ name }) => name)
    for (let look = 0; look < 2; look++) {
      const { migrations, seconds_at_most, free_bytes } = await cli(empty, ['upgrade', '--check'])
      expect(migrations.map(({ name }: { name: string }) => name)).toEqual(all)
      expect(seconds_at_most).toBeGreaterThan(0)
      expect(free_bytes).toBeGreaterThan(0)
    }
    expect(processesIn(empty.folder)).toEqual([])
    expect(await cli(place, ['upgrade', '--check'])).toMatchObject({ migrations: [], needs_bytes: 0 })
    expect((await enter(place, ['upgrade'])).stderr).toMatch(/Give --check/)
  })
})

describe('persons', () => {
  test('partner erase forgets a partner of the demo, person export tells what is stored', async () => {
    const owner = await cli(place, ['person', 'export', '--email', 'owner@demo.example'])
    expect(owner).toMatchObject({ email: 'owner@demo.example', users: [{ tenant: 'demo', role: 'owner' }] })
    expect(JSON.stringify(owner)).not.toMatch(/hash|secret|token/)
    expect((await enter(place, ['person', 'export', '--email', 'nobody@x.example'])).stderr).toMatch(
      /Nothing is stored/,
    )
    const inBook = ['partner', 'erase', '--tenant', 'demo', '--mode', 'test', '--partner']
    const unknown = await enter(place, [...inBook, '01a1df99-484d-7097-94fa-29ec7b3b8967'])
    expect(unknown.stderr).toMatch(/There is no partner 01a1df99.* in the test book of demo/)
  })
})
