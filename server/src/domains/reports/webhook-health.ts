/** GET /reports/webhook_health: how deliveries fared, by the hour of the last day or by the day. */
import { Type } from 'typebox'
import { validationFailed } from '../../contract/problems.ts'
import { described, OneOf, Shape, type Static, Uuid } from '../../contract/schema.ts'
import { defineEndpoint } from '../../kernel/endpoint.ts'
import { dayIn } from '../../lib/days.ts'
import { toInstant } from '../../lib/instants.ts'
import { type Counted, periodOf, seriesOf } from './rules.ts'
import { PeriodQuery, Report, type Total } from './schema.ts'
import { countDeliveries, countEndpointStates, type EndpointCounts, type Window } from './store.ts'

const HealthQuery = Shape({
  from: PeriodQuery.properties.from,
  to: PeriodQuery.properties.to,
  step: Type.Optional(
    described<'hour' | 'day'>(OneOf(['hour', 'day']), 'By default the hours of the last day, without from and to.'),
  ),
  endpoint_id: Type.Optional(described<string>(Uuid, 'Of one endpoint alone.')),
})
type HealthQuery = Static<typeof HealthQuery>

const hourMs = 3_600_000
const keys = ['failed', 'succeeded', 'waiting']

/** Whose account it is: where its days begin. Deliveries have the time of the service, whatever a sandbox's clock shows. */
interface Here {
  nowMs: number
  timeZone: string
}

function windowOf({ from, to, step = 'hour' }: HealthQuery, { nowMs, timeZone }: Here): Window {
  const today = dayIn(timeZone, nowMs)
  const asked = { ...(from !== undefined && { from }), ...(to !== undefined && { to }) }
  const days = periodOf({ ...asked, step: 'day' }, today)
  if (step === 'day') return { step, from: days.from, to: days.to, starts: days.starts, timeZone }
  if (from !== undefined || to !== undefined) throw hoursAreOfNow()
  const firstHour = Math.floor(nowMs / hourMs) - 23
  const starts = Array.from({ length: 24 }, (_, index) => toInstant((firstHour + index) * hourMs))
  return { step, from: today, to: today, starts, timeZone }
}

const hoursAreOfNow = () =>
  validationFailed([
    {
      field: 'step',
      code: 'not_allowed',
      message: 'Hours are those of the last day. Ask for days, or leave from out.',
    },
  ])

/** All three, also where nothing happened. */
const withAllKeys = (counted: Counted[], at: string): Counted[] => [
  ...counted,
  ...keys
    .filter(key => !counted.some(each => each.key === key))
    .map(key => ({ key, currency: null, at, value: '0', count: 0 })),
]

const totalsOf = (counts: EndpointCounts): Total[] =>
  Object.entries(counts).map(([key, count]) => ({ key, currency: null, value: String(count), count }))

export const webhookHealth = defineEndpoint({
  id: 'reports.webhookHealth',
  method: 'GET',
  path: '/reports/webhook_health',
  summary: 'Show how deliveries to webhook endpoints fare',
  description: 'Deliveries that succeeded, failed for good or wait, by the step they began in; totals are endpoints.',
  access: { scopes: ['webhooks:manage'] },
  query: HealthQuery,
  returns: { status: 200, schema: Report },
  errors: [],
  async handle({ query }, { caller, db, nowMs }) {
    const { starts, timeZone, ...window } = windowOf(query, { nowMs, timeZone: caller.tenant.timeZone })
    const of = { bookId: caller.book.id, endpointId: query.endpoint_id }
    const counted = await countDeliveries(db, of, { ...window, starts, timeZone })
    return {
      body: {
        object: 'report' as const,
        name: 'webhook_health',
        ...window,
        totals: totalsOf(await countEndpointStates(db, caller.book.id)),
        series: seriesOf(withAllKeys(counted, starts[0]!), starts),
      },
    }
  },
})
