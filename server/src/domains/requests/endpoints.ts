/** /settings/requests: the latest calls, those of keys and those of people. */
import { type Sql, sql } from '../../db/sql.ts'
import { defineAccountList } from '../../kernel/account-list.ts'
import type { Caller } from '../../kernel/caller.ts'
import { defineEndpoint } from '../../kernel/endpoint.ts'
import { conditionsOf, is } from '../../kernel/filters.ts'
import { toInstant } from '../../lib/instants.ts'
import { containingPlainly } from '../../lib/search-text.ts'
import { CallsOfCaller, LoggedRequest, LoggedRequestWithBodies, RequestFilters } from './schema.ts'
import { countCalls, findRequest, type LogOf, listRequests, type RequestRow } from './store.ts'

const access = { scopes: [], persons: ['owner', 'admin'] } as const

const logOf = ({ tenant, book }: Pick<Caller, 'tenant' | 'book'>): LogOf => ({
  tenantId: tenant.id,
  isLive: book.isLive,
})

const statusIn = (statusClass: string): Sql => {
  if (statusClass === 'refused') return sql`r.status >= 400`
  const from = Number(statusClass[0]) * 100
  // The second condition is that of the index.
  return from < 400
    ? sql`r.status between ${from} and ${from + 99}`
    : sql`r.status between ${from} and ${from + 99} and r.status >= 400`
}

const conditions = (filters: RequestFilters, timeZone: string): Sql[] =>
  conditionsOf(filters, {
    key_id: is(sql`r.key_id`),
    user_id: is(sql`r.user_id`),
    status: statusIn,
    code: is(sql`r.code`),
    method: is(sql`r.method`),
    route: is(sql`r.route`),
    path: part => sql`r.path ilike ${containingPlainly(part)}`,
    request_id: is(sql`r.id`),
    date_from: day => sql`r.at >= ${day}::date::timestamp at time zone ${timeZone}`,
    date_to: day => sql`r.at < (${day}::date + 1)::timestamp at time zone ${timeZone}`,
  })

const viewOf = (row: RequestRow) => ({ object: 'request' as const, ...row })

const listCalls = defineAccountList({
  id: 'settings.requests.list',
  path: '/settings/requests',
  summary: 'List the latest calls',
  description:
    'Of the book, the newest first. A call is here half a second after its answer, and kept for seven days unless the operator says otherwise.',
  access,
  filters: RequestFilters,
  record: LoggedRequest,
  select: ({ caller, db }, filters, page) =>
    listRequests(db, logOf(caller), { where: conditions(filters, caller.tenant.timeZone), ...page }),
  view: viewOf,
})

const countAll = defineEndpoint({
  id: 'settings.requests.counts',
  method: 'GET',
  path: '/settings/requests/counts',
  summary: 'Count the calls of the last 24 hours by key and person',
  access,
  returns: { status: 200, schema: CallsOfCaller },
  errors: [],
  async handle(_input, { caller, db, nowMs }) {
    const counts = await countCalls(db, logOf(caller), toInstant(nowMs - 24 * 3_600_000))
    return {
      body: { object: 'list' as const, data: counts.map(count => ({ object: 'call_count' as const, ...count })) },
    }
  },
})

const getCall = defineEndpoint({
  id: 'settings.requests.get',
  method: 'GET',
  path: '/settings/requests/{id}',
  summary: 'Show a call with its bodies',
  access,
  returns: { status: 200, schema: LoggedRequestWithBodies },
  errors: [],
  record: ({ id }, { db, account }) => findRequest(db, logOf(account), id!),
  handle: async ({ record }) => ({ body: { object: 'request' as const, ...record } }),
})

export const requestEndpoints = [listCalls, countAll, getCall]
