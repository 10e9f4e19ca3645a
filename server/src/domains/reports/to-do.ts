/** GET /reports/to_do: what waits for somebody, each with the list that shows it. */
import type { Access } from '../../contract/endpoint.ts'
import type { Caller } from '../../kernel/caller.ts'
import { defineEndpoint } from '../../kernel/endpoint.ts'
import { mayRead } from '../../kernel/rights.ts'
import { daysAfter } from '../../lib/days.ts'
import { moneyText } from '../../lib/decimal.ts'
import { toInstant } from '../../lib/instants.ts'
import { ToDoList } from './schema.ts'
import { type Asking, readWaiting, type ToDoKey } from './to-do-store.ts'

interface ToDoKind {
  access: Access
  path: string
  filter(asking: Asking): Record<string, string>
}

export const invoiceAccess: Access = { scopes: ['sales:read', 'finance:read'], isFirstSubscribed: true }

/** In the order they are shown. */
const kinds: Record<ToDoKey, ToDoKind> = {
  orders_to_prepare: { access: { scopes: ['sales:read'] }, path: '/orders', filter: () => ({ status: 'confirmed' }) },
  draft_receipts: { access: { scopes: ['stock:read'] }, path: '/goods-receipts', filter: () => ({ status: 'draft' }) },
  overdue_invoices: { access: invoiceAccess, path: '/invoices', filter: () => ({ overdue: 'true' }) },
  bills_due: {
    access: { scopes: ['finance:read'] },
    path: '/received-invoices',
    filter: ({ weekEnd }) => ({ status: 'confirmed', due_before: daysAfter(weekEnd, 1) }),
  },
  inbox: { access: { scopes: ['core:read'] }, path: '/inbox/submissions', filter: () => ({ status: 'waiting' }) },
  tasks: { access: { scopes: ['workflow:write'] }, path: '/workflow-steps', filter: () => ({ is_task: 'true' }) },
  failing_webhooks: {
    access: { scopes: ['webhooks:manage'] },
    path: '/webhook-endpoints',
    filter: () => ({ status: 'disabled' }),
  },
  expiring_keys: {
    access: { scopes: [], persons: ['owner', 'admin'] },
    path: '/settings/api-keys',
    filter: () => ({}),
  },
}

/** What is for people only is shown to people only. */
const isShown = (caller: Caller, { access }: ToDoKind): boolean =>
  mayRead(caller, access) &&
  (access.persons === undefined ||
    (caller.pass.kind === 'session' && (access.persons === 'all' || access.persons.includes(caller.owner.role))))

export const toDo = defineEndpoint({
  id: 'reports.toDo',
  method: 'GET',
  path: '/reports/to_do',
  summary: 'Show what waits for somebody',
  description: 'Counts of what the key may read, each with the list and the filter that show it.',
  access: { scopes: [] },
  returns: { status: 200, schema: ToDoList },
  errors: [],
  async handle(_input, { caller, db, today, nowMs }) {
    const asking = { bookId: caller.book.id, today, weekEnd: daysAfter(today, 6), now: toInstant(nowMs) }
    const keys = (Object.keys(kinds) as ToDoKey[]).filter(key => isShown(caller, kinds[key]))
    const waiting = keys.length === 0 ? [] : await readWaiting(db, keys, asking)
    const data = keys.map(key => {
      const { count, amounts } = waiting.find(row => row.key === key)!
      const { path, filter } = kinds[key]
      const shown = amounts.map(({ currency, value }) => ({ currency, value: moneyText(value) }))
      return { object: 'to_do' as const, key, count, amounts: shown, path, filter: filter(asking) }
    })
    return { body: { object: 'list' as const, data } }
  },
})
