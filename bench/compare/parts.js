/** What is compared: how one side does the work of a part, and the bare limit of it where there is one. */
import { loadByConnections } from '../load.js'
import { submitInvoice } from '../parts/files-import.js'
import { randomOf } from '../parts/rates.js'
import { sell } from '../parts/sales-flow.js'
import { connections } from '../settings.js'
import { fillBook } from '../setup/sales.js'
import { openWebhooks } from '../setup/webhooks.js'
import { makeIssues, newPartner } from './side.js'

const longLines = 500
const endpoints = 10
const importClients = 4

const bearer = key => ({ Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' })
const posted = (path, { key, body = {}, headers = {} }) => ({
  method: 'POST',
  path: `/api/v1${path}`,
  headers: { ...bearer(key), ...headers },
  body: JSON.stringify(body),
})

/** Every round confirms drafts made for it. */
function confirming(books, clients) {
  let drafts = []
  return {
    clients,
    async prepare({ amount }) {
      drafts = await makeIssues(books, amount)
    },
    next() {
      const { id, key } = drafts.pop()
      return posted(`/stock-issues/${id}/actions/confirm`, { key })
    },
  }
}

async function creatingPartners(side, headersOf) {
  const { key } = await side.partners()
  // Both parts create in one book, where a business id belongs to one partner.
  side.lastPartner ??= side.size.partners
  return {
    next: () => {
      side.lastPartner += 1
      const number = side.lastPartner
      return posted('/partners', { key, body: newPartner(number), headers: headersOf(number) })
    },
  }
}

async function confirmingLong(side) {
  const [{ key }] = await side.installation.openAccounts(
    ['long'],
    ['core:read', 'core:write', 'stock:read', 'stock:write'],
  )
  const prices = Array.from({ length: longLines }, (_, place) => String(10 + place))
  const book = await fillBook(side.installation.origin, key, side.closers, prices)
  return { ...confirming([book], 1), warmUp: 3 }
}

async function selling(side) {
  const books = await side.spread()
  const { origin } = side.installation
  const run = (extent, clients = connections) =>
    loadByConnections({ origin, clients }, extent, (own, turn) => sell(books[turn % books.length], own))
  return { run, warmUp: side.size.flowsWarmUp }
}

async function delivering(side) {
  const webhooks = await openWebhooks(side, 'deliveries')
  const ids = []
  for (let place = 0; place < endpoints; place++) ids.push(await webhooks.endpoint(`endpoint-${place}`))
  const all = async action => {
    for (const id of ids) await webhooks.post(`/webhook-endpoints/${id}/actions/${action}`)
  }
  return {
    warmUp: 200 * endpoints,
    counted: 20 * endpoints,
    async prepare({ amount }) {
      await all('disable')
      await webhooks.write(Math.ceil(amount / endpoints))
      await webhooks.receiver.forget()
    },
    async run({ amount }) {
      const started = performance.now()
      await all('enable')
      await webhooks.until(amount)
      const seconds = (performance.now() - started) / 1_000
      return { answered: amount, seconds, p50Ms: Number.NaN, p99Ms: Number.NaN }
    },
  }
}

async function importing(side) {
  const { origin } = side.installation
  const [{ key }] = await side.installation.openAccounts(['files'], ['core:read', 'core:write', 'finance:read'])
  let last = 0
  const run = (extent, clients = importClients) =>
    loadByConnections({ origin, clients }, extent, connection => {
      last += 1
      return submitInvoice(connection, key, `F-${last}`)
    })
  return { run, warmUp: side.size.flowsWarmUp }
}

/**
 * @typedef {object} Part
 * @property {(size: object) => string} title
 * @property {string} extent Which extent of the size its rounds have.
 * @property {number} [times] Rounds, where they are long; fewer than everywhere else.
 * @property {(side: object) => Promise<object>} contender What of a contender is this part's.
 * @property {(side: object) => Promise<object>} [beside] Other work of the new side that goes in turn with it.
 * @property {(bare: object, size: object) => object[]} [limit]
 */

/** @type {Record<string, Part>} */
export const parts = {
  'confirm-spread': {
    title: ({ books }) => `confirm of 5 lines, ${books} books, ${connections} clients`,
    extent: 'writes',
    contender: async side => ({ ...confirming(await side.spread(), connections), warmUp: side.size.coldWarmUp }),
    limit: (bare, { books }) => bare.confirm({ books }),
  },
  'confirm-hot-1': {
    title: () => 'confirm of 5 lines, one book, 1 client',
    extent: 'writes',
    contender: async side => confirming([await side.hot()], 1),
    limit: bare => bare.confirm({ books: 1, clients: 1 }),
  },
  'confirm-hot-32': {
    title: () => `confirm of 5 lines, one book, ${connections} clients; beside: 1 client`,
    extent: 'writes',
    contender: async side => confirming([await side.hot()], connections),
    beside: async side => confirming([await side.hot()], 1),
    limit: bare => bare.confirm({ books: 1 }),
  },
  'confirm-long': {
    title: () => `confirm of ${longLines} lines, 1 client`,
    extent: 'long',
    contender: confirmingLong,
  },
  'order-create': {
    title: () => 'POST /orders, 5 lines',
    extent: 'writes',
    contender: async side => {
      const { key, order } = await side.hot()
      return { next: () => posted('/orders', { key, body: order }), warmUp: side.size.coldWarmUp }
    },
    limit: bare => bare.order(),
  },
  'partner-create': {
    title: () => 'POST /partners',
    extent: 'writes',
    contender: side => creatingPartners(side, () => ({})),
    limit: bare => bare.partner(),
  },
  'partner-create-keyed': {
    title: () => 'POST /partners, Idempotency-Key; beside: without',
    extent: 'writes',
    contender: side => creatingPartners(side, number => ({ 'Idempotency-Key': `key-${number}` })),
    beside: side => creatingPartners(side, () => ({})),
    limit: bare => bare.partner(),
  },
  detail: {
    title: () => 'GET /partners/{id}',
    extent: 'reads',
    contender: async side => {
      const { key, partnerIds } = await side.partners()
      return { next: () => ({ path: `/api/v1/partners/${randomOf(partnerIds)}`, headers: bearer(key) }) }
    },
    limit: bare => bare.detail(),
  },
  list: {
    title: () => 'GET /partners?limit=50',
    extent: 'reads',
    contender: async side => {
      const { key } = await side.partners()
      return { next: () => ({ path: '/api/v1/partners?limit=50', headers: bearer(key) }) }
    },
    limit: bare => bare.list(),
  },
  sale: {
    title: ({ books }) => `sale, 7 calls, ${books} books, ${connections} clients`,
    extent: 'flows',
    contender: selling,
  },
  deliveries: {
    title: ({ deliveries }) => `${deliveries.amount} deliveries, ${endpoints} endpoints`,
    extent: 'deliveries',
    times: 2,
    contender: delivering,
  },
  import: {
    title: () => `ISDOC submitted and imported, one book, ${importClients} clients`,
    extent: 'flows',
    contender: importing,
  },
}
