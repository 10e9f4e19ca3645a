/** One of the two that are compared: its server, and books filled over HTTP, so that any commit can have them. */
import { openClient } from '../client.js'
import { loadByClients } from '../load.js'
import { openInstallation } from '../setup/installation.js'
import { fillBook } from '../setup/sales.js'

const scopes = ['core', 'stock', 'sales', 'finance'].flatMap(module => [`${module}:read`, `${module}:write`])
/** Those that fill books; nobody measures them. */
const fillers = 8

/** `size` has the numbers of books and records. */
export async function openSide(name, { server, workers, certificate, closers, size }) {
  const settings = { WORKERS: workers, NODE_EXTRA_CA_CERTS: certificate.file, WEBHOOK_ALLOW_CIDRS: '127.0.0.1/32' }
  const installation = await openInstallation(settings, server)
  closers.push(() => installation.close())
  await installation.start()
  const open = async slugs => {
    const accounts = await installation.openAccounts(slugs, scopes)
    const books = []
    await loadByClients(fillers, { amount: accounts.length }, async (_, turn) => {
      books[turn] = await fillBook(installation.origin, accounts[turn].key, closers)
    })
    return books
  }
  const once = make => {
    let made
    return () => {
      made ??= make()
      return made
    }
  }
  return {
    name,
    installation,
    certificate,
    closers,
    size,
    spread: once(() => open(Array.from({ length: size.books }, (_, number) => `spread-${number}`))),
    hot: once(async () => (await open(['hot']))[0]),
    partners: once(async () => {
      const [book] = await open(['partners'])
      return { ...book, partnerIds: await makePartners(book, size.partners) }
    }),
  }
}

async function makePartners(book, count) {
  const ids = []
  await withClients(book, { amount: count }, async (post, turn) => {
    ids.push((await post('/partners', newPartner(turn))).id)
  })
  return ids
}

export const newPartner = number => ({
  name: `Hostinec U Lipy ${number}`,
  ico: String(number).padStart(8, '0'),
  email: 'office@example.com',
  phone: '+420 377 123 456',
  address: { street: 'Dlouha 1', city: 'Plzen', zip: '301 00' },
  payment_terms: 21,
})

/** Drafts of issues, a piece of each of these items, over the books in turn. */
export async function makeIssues(books, count) {
  const drafts = []
  // New ones: the server ends connections that rested since the last round.
  const clients = books.map(({ origin, key }) => openClient(origin, key))
  await loadByClients(fillers, { amount: count }, async (_, turn) => {
    const place = turn % books.length
    const { key, warehouseId, order } = books[place]
    const lines = order.lines.map(line => ({ ...line, quantity: '1' }))
    const body = JSON.stringify({ warehouse_id: warehouseId, lines })
    drafts.push({ key, id: (await clients[place].call('/stock-issues', { method: 'POST', body })).body.id })
  })
  for (const client of clients) client.close()
  return drafts
}

/** Several clients of one book at once; `work` is given how to post. */
async function withClients({ origin, key }, extent, work) {
  const clients = Array.from({ length: fillers }, () => openClient(origin, key))
  const posters = clients.map(client => async (path, body = {}) => {
    const answer = await client.call(path, { method: 'POST', body: JSON.stringify(body) })
    return answer.body
  })
  try {
    return await loadByClients(fillers, extent, (client, turn) => work(posters[client], turn))
  } finally {
    for (const client of clients) client.close()
  }
}
