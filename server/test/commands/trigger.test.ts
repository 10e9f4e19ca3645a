/** `trigger`: every event type of the catalogue, caused for real. */
import { expect, test } from 'vitest'
import { eventCatalogue } from '../../src/contract/events.ts'
import { type Ended, enter, oneObject } from '../support/commands.ts'
import { type Service, useService } from '../support/service.ts'

const service = useService()

const environmentOf = (key: string | undefined) => ({ CELLARBOOK_URL: service.address, CELLARBOOK_KEY: key! })
const trigger = (args: string[], environment = {}): Promise<Ended> =>
  enter({ env: {} }, ['trigger', ...args], { environment })

/** A brewery whose sandbox has the demo data: its workflow definition, its free vessels. */
async function demoBrewery(at: Service): Promise<string> {
  const key = await (await at.tenant({ vertical: 'brewery' })).key()
  const seeded = await key.post('/sandbox/actions/seed')
  expect(seeded.status, seeded.text).toBe(200)
  return key.key!
}

test('every type of the catalogue comes when it is triggered, steps as long as there are batches for them', async () => {
  const environment = environmentOf(await demoBrewery(service))
  const outcomes: Record<string, string> = {}
  for (const type of Object.keys(eventCatalogue)) {
    const { code, stdout, stderr } = await trigger([type, '--json'], environment)
    const came = code === 0 ? oneObject(stdout).events.map((event: { type: string }) => event.type) : []
    outcomes[type] = code === 0 && came.length > 0 && came.every((each: string) => each === type) ? 'came' : stderr
  }
  expect(outcomes).toEqual(Object.fromEntries(Object.keys(eventCatalogue).map(type => [type, 'came'])))
  expect(await trigger(['workflow.step_called'], environment)).toMatchObject({ code: 0, stderr: '' })
  expect(await trigger(['workflow.step_called'], environment)).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/the sandbox needs a definition .*\/sandbox\/actions\/reset/),
  })
})

test('--list names every type and what is done for it', async () => {
  const { types } = oneObject((await trigger(['--list', '--json'])).stdout)
  expect(types.map(({ type }: { type: string }) => type)).toEqual(Object.keys(eventCatalogue))
  expect((await trigger(['--list'])).stdout).toMatch(
    /^EVENT TYPE +WHAT TRIGGER DOES\npartner.created +creates a partner\n/,
  )
})

test('a live key is refused before anything is sent', async () => {
  const live = await (await service.tenant()).key({ mode: 'live' })
  // Nobody listens there: a call would be refused in other words.
  const away = { CELLARBOOK_URL: 'http://127.0.0.1:9', CELLARBOOK_KEY: live.key! }
  expect(await trigger(['partner.created'], away)).toMatchObject({
    code: 1,
    stdout: '',
    stderr: 'cellarbook: This is a live key: trigger works in the sandbox only.\n',
  })
})

test('what is no type says what was meant, and what a key may not do is told', async () => {
  expect((await trigger(['order.confirm'])).stderr).toMatch(/no event type order.confirm. Did you mean order.created,/)
  expect((await trigger(['nonsense'])).stderr).toMatch(/trigger --list shows all/)
  expect((await trigger([])).stderr).toMatch(/Name an event type/)
  const reader = environmentOf((await (await service.tenant()).key({ scopes: ['events:read'] })).key)
  expect(await trigger(['partner.created'], reader)).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^cellarbook: 403 insufficient_scope: [^\n]+\n$/),
  })
})
