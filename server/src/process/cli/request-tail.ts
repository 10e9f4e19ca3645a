/** `tail requests`: the calls of a tenant, from its log, on the machine of the service. */
import { setTimeout as sleep } from 'node:timers/promises'
import { type LogOf, listRequests, listRequestsAfter, type RequestRow } from '../../domains/requests/store.ts'
import { findAccount } from '../../kernel/account.ts'
import type { Mode } from '../../lib/api-key.ts'
import { Refusal, type Tools } from './command.ts'

interface Options {
  tenant?: string
  mode?: Mode
  json?: boolean
}

/** Calls are in the log a moment after their answers. */
const everyMs = 500
const batch = 200
const firstShown = 10
const nobody = '00000000-0000-0000-0000-000000000000'

export async function tailRequests({ terminal, withStore }: Tools, options: Options): Promise<void> {
  const { tenant, mode = 'test', json } = options
  if (tenant === undefined) throw new Refusal('Say whose requests: --tenant <slug>.')
  const { wished: signal } = terminal.stopSignals()
  await withStore('tail requests', async ({ database }) => {
    const account = await findAccount(database, tenant, mode === 'live')
    if (!account) throw new Refusal(`There is no tenant ${tenant}.`)
    const of: LogOf = { tenantId: account.tenant.id, isLive: account.book.isLive }
    const show = (row: RequestRow) => terminal.say(json ? JSON.stringify(row) : lineOf(row))
    const before = await listRequests(database, of, { where: [], after: undefined, limit: firstShown })
    for (const row of before.toReversed()) show(row)
    let last = before[0]?.id ?? nobody
    while (!signal.aborted) {
      const fresh = await listRequestsAfter(database, of, { after: last, limit: batch })
      for (const row of fresh) show(row)
      last = fresh.at(-1)?.id ?? last
      if (fresh.length < batch) await sleep(everyMs, undefined, { signal }).catch(() => {})
    }
  })
}

const lineOf = ({ created_at, status, code, method, path, query, duration_ms, id }: RequestRow): string =>
  [created_at, status, method, query ? `${path}?${query}` : path, `${duration_ms} ms`, code, id]
    .filter(Boolean)
    .join('  ')
