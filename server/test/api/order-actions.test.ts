/** What can be done with an order in each of its states, and what each step says and dates. */
import { describe, expect, test } from 'vitest'
import { type OrderAction, orderWorkflow } from '../../src/domains/sales/orders/workflow.ts'
import { dayIn } from '../../src/lib/days.ts'
import { type SalesBook, salesBook, type Told, typesOf } from '../support/sales.ts'
import { advanceSandbox } from '../support/sandbox.ts'
import { useService } from '../support/service.ts'
import { shared } from '../support/shared.ts'
import { nobody } from '../support/stock.ts'

const service = useService()
const theBook = shared(service, () => salesBook(service))
const dayMs = 86_400_000
const today = (aheadMs = 0) => dayIn('Europe/Prague', service.clock() + aheadMs)

interface Situation {
  name: string
  status: string
  /** Steps from a draft; `issue.confirm` acts on its stock issue. */
  steps: string[]
  isPickup?: boolean
  /** By the table of the contract. */
  open: OrderAction[]
}

const shippable: OrderAction[] = ['ship', 'create_stock_issue', 'create_invoice', 'cancel']

const situations: Situation[] = [
  { name: 'draft', status: 'draft', steps: [], open: ['confirm', 'cancel'] },
  {
    name: 'confirmed',
    status: 'confirmed',
    steps: ['confirm'],
    open: ['start_preparation', ...shippable, 'revert_to_draft'],
  },
  {
    name: 'confirmed, to be picked up',
    status: 'confirmed',
    steps: ['confirm'],
    isPickup: true,
    open: ['start_preparation', 'ship', 'deliver', 'create_stock_issue', 'create_invoice', 'cancel', 'revert_to_draft'],
  },
  {
    name: 'confirmed, its issue drafted',
    status: 'confirmed',
    steps: ['confirm', 'create_stock_issue'],
    open: ['start_preparation', 'ship', 'create_invoice', 'cancel'],
  },
  {
    name: 'confirmed, its issue confirmed',
    status: 'confirmed',
    steps: ['confirm', 'create_stock_issue', 'issue.confirm'],
    open: ['start_preparation', 'ship', 'create_invoice'],
  },
  {
    name: 'confirmed, its issue cancelled',
    status: 'confirmed',
    steps: ['confirm', 'create_stock_issue', 'issue.confirm', 'issue.cancel'],
    open: ['start_preparation', ...shippable, 'revert_to_draft'],
  },
  { name: 'in preparation', status: 'in_preparation', steps: ['confirm', 'start_preparation'], open: shippable },
  {
    name: 'in preparation, to be picked up',
    status: 'in_preparation',
    steps: ['confirm', 'start_preparation'],
    isPickup: true,
    open: ['ship', 'deliver', 'create_stock_issue', 'create_invoice', 'cancel'],
  },
  {
    name: 'shipped',
    status: 'shipped',
    steps: ['confirm', 'ship'],
    open: ['deliver', 'create_stock_issue', 'create_invoice'],
  },
  {
    name: 'delivered',
    status: 'delivered',
    steps: ['confirm', 'ship', 'deliver'],
    open: ['create_stock_issue', 'create_invoice'],
  },
  { name: 'invoiced', status: 'invoiced', steps: ['confirm', 'create_invoice'], open: ['create_stock_issue'] },
  {
    name: 'invoiced, its issue drafted',
    status: 'invoiced',
    steps: ['confirm', 'create_stock_issue', 'create_invoice'],
    open: [],
  },
  { name: 'cancelled', status: 'cancelled', steps: ['confirm', 'cancel'], open: [] },
]

async function reach(book: SalesBook, { steps, isPickup }: Situation): Promise<string> {
  const head = isPickup ? { delivery: { type: 'pickup' } } : {}
  const { id } = await book.order([book.line('1'), book.service()], head)
  let issue = ''
  for (const step of steps) {
    const [, key] = step.split('.')
    const { body } = key ? await book.act(`/stock-issues/${issue}`, key) : await book.act(`/orders/${id}`, step)
    if (step === 'create_stock_issue') issue = body.created.id
  }
  return `/orders/${id}`
}

/** Listed, and refused for a reason of its own. */
const isBlocked = ({ name }: Situation, key: OrderAction) => name === 'confirmed, its issue drafted' && key === 'ship'

const keys = Object.keys(orderWorkflow.actions) as OrderAction[]

describe('every state and every action', () => {
  test('every state is among the situations', () => {
    expect(new Set(situations.map(({ status }) => status))).toEqual(new Set(orderWorkflow.states))
  })

  test.each(situations)('$name: 200 for what is listed, 409 invalid_transition for the rest', async situation => {
    const book = await theBook()
    await book.received(book.keg, '100', '1', { unit: 'pcs' })
    const path = await reach(book, situation)
    const { now, etag } = await book.read(path)
    expect(now).toMatchObject({ status: situation.status, allowed_actions: situation.open })
    for (const key of keys.filter(each => !situation.open.includes(each))) {
      const { status, body } = await book.run(path, key)
      const refusal = { code: 'invalid_transition', allowed_actions: situation.open }
      expect({ key, status, ...body }).toMatchObject({ key, status: 409, ...refusal })
    }
    expect(await book.read(path)).toEqual({ now, etag })
    for (const key of situation.open) {
      const { status, body } = await book.run(await reach(book, situation), key)
      const { to } = orderWorkflow.actions[key]
      if (isBlocked(situation, key)) expect(body.code).toBe('conflict')
      else expect({ key, status, to: body.status }).toEqual({ key, status: 200, to: to === 'same' ? now.status : to })
    }
  })

  test('404 unknown_action', async () => {
    const book = await theBook()
    const { id } = await book.order([])
    for (const key of ['pack', 'constructor', 'Confirm']) {
      expect((await book.run(`/orders/${id}`, key)).body.code, key).toBe('unknown_action')
    }
    expect((await book.run(`/orders/${nobody}`, 'confirm')).body.code).toBe('not_found')
  })

  test('422 no_lines: an order without lines is not confirmed', async () => {
    const book = await theBook()
    const { id } = await book.order([])
    expect((await book.run(`/orders/${id}`, 'confirm')).body.code).toBe('no_lines')
    expect((await book.read(`/orders/${id}`)).now.status).toBe('draft')
  })
})

describe('the way of an order', () => {
  test('200: events and dates of each step', async () => {
    const book = await salesBook(service)
    const { id } = await book.order([book.service()])
    const path = `/orders/${id}`
    const step = async (key: string) => {
      let shown: Told
      const types = await typesOf(book, async () => {
        shown = (await book.act(path, key)).body
      })
      return { types, dates: [shown.shipped_date, shown.delivered_date] }
    }
    expect(await step('confirm')).toEqual({ types: ['order.confirmed'], dates: [null, null] })
    expect(await step('start_preparation')).toEqual({ types: [], dates: [null, null] })
    expect(await step('ship')).toEqual({ types: ['order.shipped'], dates: [today(), null] })
    await advanceSandbox(book.api, dayMs)
    const shipped = (await book.read(path)).now.shipped_date
    expect(await step('deliver')).toEqual({ types: ['order.delivered'], dates: [shipped, today(dayMs)] })
    expect(shipped).not.toBe(today(dayMs))
    expect((await step('create_invoice')).types).toEqual(['invoice.created', 'order.invoiced'])
  })

  test('200: picked up, it is delivered without being shipped', async () => {
    const book = await theBook()
    const { id } = await book.confirmed([book.service()], { delivery: { type: 'pickup' } })
    const types = await typesOf(book, async () => {
      const { body } = await book.act(`/orders/${id}`, 'deliver')
      expect(body).toMatchObject({ status: 'delivered', shipped_date: null, delivered_date: today() })
    })
    expect(types).toEqual(['order.delivered'])
  })
})
