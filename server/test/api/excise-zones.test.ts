/** Months end where the account is, not where the server stands. */
import { expect, test } from 'vitest'
import { sql } from '../../src/db/sql.ts'
import { exciseHall, reportPath } from '../support/excise.ts'
import { advanceSandbox } from '../support/sandbox.ts'
import { untilForgotten, useService } from '../support/service.ts'

const service = useService()

/** The last hour of a month by UTC, so many milliseconds ahead. */
function endOfTheMonth(): { last: string; next: string; ahead: number } {
  const now = new Date(service.clock())
  const end = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1)
  const ahead = end - 30 * 60_000 - now.getTime()
  return { last: now.toISOString().slice(0, 7), next: new Date(end).toISOString().slice(0, 7), ahead }
}

test('201, 409: in Prague the next month has begun and this one can be filed; in New York neither', async () => {
  const zones = { 'Europe/Prague': 'over', 'America/New_York': 'not over' } as const
  const halls = []
  for (const zone of Object.keys(zones) as (keyof typeof zones)[]) {
    const hall = await exciseHall(service)
    const { slug } = hall.tenant
    await service.database.run(sql`update tenants set time_zone = ${zone} where slug = ${slug}`)
    halls.push({ hall, isOver: zones[zone] === 'over' })
  }
  await untilForgotten()
  const { last, next, ahead } = endOfTheMonth()
  for (const { hall, isOver } of halls) {
    await advanceSandbox(hall.api, ahead)
    // Half an hour before midnight in UTC, so in Prague of the next month.
    await hall.fermenting('100')
    expect((await hall.report(next)).status).toBe(isOver ? 201 : 422)
    const { body } = await hall.report(last)
    expect(body.in_production).toEqual(isOver ? [] : [{ plato: '12', batches: 1, volume_hl: '1' }])
    expect((await hall.act(reportPath(body), 'file')).status).toBe(isOver ? 200 : 409)
  }
})
