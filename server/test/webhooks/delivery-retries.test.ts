/** What follows a failure: when it is tried again, and when the service gives up, disables or retires. */
import { describe, expect, test } from 'vitest'
import { sql } from '../../src/db/sql.ts'
import { openMetrics, textOf } from '../../src/metrics/open.ts'
import type { Behaviour } from '../support/receiver.ts'
import {
  type Delivery,
  expectSameBodies,
  type Hook,
  sequencesOf,
  signers,
  twoLooks,
  until,
  useWebhooks,
  writePartners,
} from '../support/webhooks.ts'

const timeoutMs = 2_500
const metrics = openMetrics()
const {
  service,
  lines,
  book: newBook,
  hook: newHook,
  receiver: newReceiver,
  moveTo,
} = useWebhooks({ timeoutMs }, { metrics })

const secondMs = 1_000
const minuteMs = 60 * secondMs
const hourMs = 60 * minuteMs

const mailsOf = (slug: string) =>
  service.database.many<{ topic: string; recipient: string; subject: string; body: string }>(sql`
    select m.topic, m.recipient, m.subject, m.body
      from mails m
      join tenants t on t.id = m.tenant_id
     where t.slug = ${slug}
     order by m.created_at`)

/** The only delivery, once this many attempts of it are written down. */
const afterAttempts = async (hook: Hook, count: number): Promise<Delivery> =>
  (await until(hook.deliveries, ([row]) => row?.attempts.length === count))[0]!

const endOf = ({ attempts }: Delivery): number => {
  const { at, duration_ms } = attempts.at(-1)!
  return Date.parse(at) + duration_ms
}

/** By the times that are written down of the attempts; both are rounded to a millisecond. */
function mostAtOnce(deliveries: Delivery[]): number {
  const spans = deliveries.flatMap(({ attempts }) =>
    attempts.map(({ at, duration_ms }) => ({ from: Date.parse(at), to: Date.parse(at) + duration_ms - 2 })),
  )
  return Math.max(
    ...spans.map(({ from: moment }) => spans.filter(({ from, to }) => from <= moment && moment < to).length),
  )
}

describe('the schedule', () => {
  const gaps = [minuteMs, 5 * minuteMs, 30 * minuteMs, 2 * hourMs, 8 * hourMs, 24 * hourMs, 24 * hourMs]

  test('eight attempts over 58 hours, none of them early; then it is dead and the admins are told', async () => {
    const { tenant, api } = await newBook()
    const hook = await newHook(api)
    hook.behave({ status: 500, body: 'no' })
    await writePartners(api, 1)
    for (const [index, gap] of gaps.entries()) {
      const waiting = await afterAttempts(hook, index + 1)
      expect(waiting.status).toBe('retrying')
      const dueMs = Date.parse(waiting.next_attempt_at!)
      // The rounding of a duration is half a millisecond.
      expect(dueMs - endOf(waiting)).toBeGreaterThanOrEqual(gap - 1)
      expect(dueMs - endOf(waiting)).toBeLessThan(1.1 * gap + 2 * secondMs)
      moveTo(dueMs - 10 * secondMs)
      await twoLooks()
      expect(hook.got).toHaveLength(index + 1)
      moveTo(endOf(waiting) + 1.1 * gap + 2 * secondMs)
      await hook.gets(index + 2)
      expect(hook.got.at(-1)!.clockMs).toBeGreaterThanOrEqual(hook.got.at(-2)!.clockMs + gap)
    }
    const dead = await afterAttempts(hook, 8)
    expect(dead).toMatchObject({ status: 'dead', next_attempt_at: null })
    expect(dead.attempts).toEqual(
      dead.attempts.map(() => expect.objectContaining({ http_status: 500, error: 'http_500', response_snippet: 'no' })),
    )
    expect(hook.got.map(({ headers }) => headers['webhook-attempt'])).toEqual(['1', '2', '3', '4', '5', '6', '7', '8'])
    const hours = (hook.got.at(-1)!.clockMs - hook.got[0]!.clockMs) / hourMs
    expect(hours).toBeGreaterThan(58.5)
    expect(hours).toBeLessThan(1.1 * 58.6 + 0.1)
    expectSameBodies(hook.got)
    for (const request of hook.got) expect(signers(request, { own: hook.secret })).toEqual(['own'])
    const mails = await until(
      () => mailsOf(tenant.slug),
      ({ length }) => length > 0,
    )
    expect(mails).toMatchObject([
      { recipient: `owner@${tenant.slug}.example`, subject: expect.stringContaining('vzdáno') },
    ])
    expect(mails[0]!.body).toContain(hook.id)
    expect(await hook.read()).toMatchObject({ status: 'enabled', consecutive_failures: 8, acked_sequence: 1 })
    service.clock.advance(100 * hourMs)
    await twoLooks()
    expect(hook.got).toHaveLength(8)
    const figures = await textOf([await metrics.figures()])
    expect(figures).toContain('cellarbook_deliveries_ended{state="dead"} 1')
    expect(figures).toContain('cellarbook_delivery_attempts_total{outcome="retrying"} 7')
    expect(figures).toContain('cellarbook_delivery_attempts_total{outcome="dead"} 1')
  })

  test.for<[string, Behaviour, number, number]>([
    ['429 may ask for more', { status: 429, headers: { 'retry-after': '90' } }, 90, 96],
    ['503 too', { status: 503, headers: { 'retry-after': '100' } }, 100, 106],
    ['up to twice the gap', { status: 503, headers: { 'retry-after': '86400' } }, 120, 120],
    ['never for less', { status: 429, headers: { 'retry-after': '1' } }, 60, 66],
    ['no other status may', { status: 500, headers: { 'retry-after': '90' } }, 60, 66],
    ['nonsense counts as nothing', { status: 503, headers: { 'retry-after': 'soon' } }, 60, 66],
  ])('Retry-After: %s', async ([, behaviour, least, most]) => {
    const { api } = await newBook()
    const hook = await newHook(api)
    hook.behave(behaviour)
    await writePartners(api, 1)
    const waiting = await afterAttempts(hook, 1)
    const gapMs = Date.parse(waiting.next_attempt_at!) - endOf(waiting)
    expect(gapMs).toBeGreaterThanOrEqual(least * secondMs - 1)
    // The end of an attempt is seen a moment after the receiver has answered.
    expect(gapMs).toBeLessThan(most * secondMs + secondMs)
  })

  test('a redirect is not followed, a time-out and a refused connection fail: each is tried again', async () => {
    const { api } = await newBook()
    const elsewhere = await newReceiver()
    const hooks = await Promise.all([newHook(api), newHook(api), newHook(api)])
    const [redirecting, hanging, gone] = hooks as [Hook, Hook, Hook]
    redirecting.behave({ status: 307, headers: { location: elsewhere.url('/secret') } })
    hanging.behave({ act: 'hang' })
    await gone.receiver.close()
    await writePartners(api, 1)
    const failures = await Promise.all(hooks.map(hook => afterAttempts(hook, 1)))
    expect(failures.map(({ status, attempts: [first] }) => [status, first!.http_status, first!.error])).toEqual([
      ['retrying', 307, 'redirect'],
      ['retrying', null, 'timeout'],
      ['retrying', null, 'connection_refused'],
    ])
    expect(failures[1]!.attempts[0]!.duration_ms).toBeGreaterThanOrEqual(timeoutMs - 10)
    expect(Date.parse(failures[1]!.next_attempt_at!) - endOf(failures[1]!)).toBeGreaterThanOrEqual(minuteMs - 1)
    expect(elsewhere.received).toEqual([])
    expect(redirecting.got).toHaveLength(1)
  })
})

describe('an endpoint', () => {
  test('410 retires it, cancels what waits, and the admins are told', async () => {
    const { tenant, api } = await newBook()
    const hook = await newHook(api)
    hook.behave({ status: 500 })
    await writePartners(api, 3)
    await until(hook.deliveries, rows => rows.length === 3 && rows.every(({ attempts }) => attempts.length === 1))
    hook.behave({ status: 410 })
    await writePartners(api, 1)
    await until(hook.read, ({ status }) => status === 'retired')
    expect(await hook.read()).toMatchObject({ disabled_reason: 'gone', allowed_actions: ['enable', 'archive', 'test'] })
    const deliveries = await hook.deliveries()
    expect(deliveries.map(({ status, next_attempt_at }) => [status, next_attempt_at])).toEqual(
      deliveries.map(() => ['cancelled', null]),
    )
    service.clock.advance(2 * minuteMs)
    await writePartners(api, 2)
    await twoLooks()
    expect(hook.got).toHaveLength(4)
    expect(await hook.deliveries()).toHaveLength(4)
    expect(await mailsOf(tenant.slug)).toMatchObject([{ subject: expect.stringContaining('vyřazen') }])
  })

  test('50 failures in a row disable it, the admins are told, and nothing is lost', async () => {
    const { tenant, api } = await newBook()
    const hook = await newHook(api)
    hook.behave({ status: 500 })
    await writePartners(api, 66)
    const disabled = await until(hook.read, ({ status }) => status === 'disabled')
    expect(disabled).toMatchObject({ disabled_reason: 'failures', acked_sequence: 0 })
    expect(disabled.consecutive_failures).toBeGreaterThanOrEqual(50)
    const mails = await mailsOf(tenant.slug)
    expect(mails).toMatchObject([{ subject: expect.stringContaining('vypnut') }])
    expect(lines).toContainEqual({
      level: 'warn',
      tenant: tenant.slug,
      endpointId: hook.id,
      msg: 'a webhook endpoint was disabled',
    })
    await writePartners(api, 4)
    service.clock.advance(2 * hourMs)
    await twoLooks()
    // Those under way as the fiftieth failed may have come after it, and no others.
    expect(hook.got.length).toBeLessThanOrEqual(50 + 16)
    const held = await hook.deliveries()
    expect(new Set(held.map(({ status }) => status))).toEqual(new Set(['held']))
    hook.behave({})
    expect((await hook.act('enable')).body).toMatchObject({ status: 'enabled', consecutive_failures: 0 })
    // On a starved machine one may run out of time once more: its next attempt is let come soon.
    const settled = await until(
      async () => {
        service.clock.advance(10 * minuteMs)
        await twoLooks()
        return hook.deliveries()
      },
      rows => rows.length === 70 && rows.every(({ status }) => status === 'succeeded'),
    )
    expect(settled.map(({ sequence, status }) => [sequence, status])).toEqual(
      Array.from({ length: 70 }, (_, index) => [index + 1, 'succeeded']),
    )
    expect([...new Set(sequencesOf(hook.got))]).toHaveLength(70)
    expectSameBodies(hook.got)
    expect(await hook.read()).toMatchObject({ acked_sequence: 70, consecutive_failures: 0, disabled_reason: null })
  })

  test('any 2xx sets the count back', async () => {
    const { api } = await newBook()
    const hook = await newHook(api)
    const counts = async (count: number) => until(hook.read, row => row.consecutive_failures === count)
    hook.behave({ status: 500 })
    await writePartners(api, 30)
    await counts(30)
    hook.behave({ status: 202 })
    await writePartners(api, 1)
    await counts(0)
    hook.behave({ status: 404 })
    await writePartners(api, 30)
    expect(await counts(30)).toMatchObject({ status: 'enabled' })
  })

  test('a hanging receiver gets at most 16 requests at once, and in the end all of them', async () => {
    const { api } = await newBook()
    const hook = await newHook(api)
    const healthy = await newHook(api)
    hook.behave({ act: 'hang' })
    for (let round = 0; round < 4; round++) await writePartners(api, 10)
    await healthy.gets(40)
    await hook.gets(16)
    await twoLooks()
    hook.behave({})
    const isTried = (rows: Delivery[]) => rows.length === 40 && rows.every(({ attempts }) => attempts.length === 1)
    const most = mostAtOnce(await until(hook.deliveries, isTried))
    expect(most).toBeGreaterThan(8)
    expect(most).toBeLessThanOrEqual(16)
    service.clock.advance(1.1 * minuteMs)
    await hook.settles()
    expect([...new Set(sequencesOf(hook.got))]).toHaveLength(40)
  })
})
