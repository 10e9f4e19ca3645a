/** What the stock parts need: tenants of their own with filled books, and the floor of confirmations. */
import { openClient } from '../client.js'
import { startStockFloor } from '../floor/start.js'
import { hotDrafts, spreadBooks, stockRounds } from '../settings.js'
import { seedStock } from './seed-stock.js'

/** Just enough to issue from, at numbers nothing else has. */
const small = {
  items: 5,
  warehouses: 1,
  rounds: 1,
  per_document: 5,
  partners: 0,
  quantity: 200_000_000,
  long_drafts: 0,
}

/** In `big`: 125 rounds of 1 000 items in 4 warehouses, received and issued. */
const shapes = [
  {
    ...{ slug: 'stock-big', items: 1_000, warehouses: 4, rounds: stockRounds, per_document: 20, partners: 200 },
    ...{ quantity: 100, drafts: 500, long_drafts: 60 },
  },
  { ...small, slug: 'stock-young', items: 1_000, per_document: 20, drafts: 500 },
  { ...small, slug: 'stock-hot', drafts: hotDrafts },
  { ...small, slug: 'stock-sample', drafts: 2 },
  ...Array.from({ length: spreadBooks }, (_, number) => ({ ...small, slug: `stock-${number}`, drafts: 120 })),
]

export async function openStock({ installation, connection, closers, say }) {
  say('seeding the books of stock')
  const accounts = await installation.openAccounts(
    shapes.map(({ slug }) => slug),
    ['stock:read', 'stock:write'],
  )
  const drafts = await seedStock(
    connection,
    shapes.map(({ slug: _, ...shape }, place) => ({ ...shape, book_id: accounts[place].bookId })),
  )
  const [big, young, hot, sample, ...spread] = accounts.map((account, place) => ({
    ...account,
    ...drafts[place],
    headers: { Authorization: `Bearer ${account.key}`, 'x-book': account.bookId },
  }))
  const floor = await startStockFloor({ connection, slug: 'stock-sample', issueIds: sample.drafts })
  closers.push(() => floor.close())
  for (const book of [big, young]) {
    book.client = openClient(installation.origin, book.key)
    closers.push(() => book.client.close())
  }
  return { floor, big, young, hot, spread }
}
