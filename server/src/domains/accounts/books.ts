/** What a book starts with: every domain gives its own rows, to new books at once, to older ones when it comes. */

import type { Database, Tx } from '../../db/pool.ts'
import { findAccount } from '../../kernel/account.ts'
import { type Domain, type House, loadedHouse, type NewBook, theHouse } from '../../kernel/domain.ts'
import type { Series } from '../../kernel/numbering.ts'
import { insertMissingSeries } from '../../kernel/numbering.ts'
import { newId } from '../../lib/ids.ts'
import type { Clock } from '../../lib/instants.ts'
import { findCompletedBy, insertBook, listCompletedBy, listIncompleteBooks, markCompleted } from './store.ts'

/** A new book with everything it has before anybody used it. */
export async function openBook(tx: Tx, tenantId: string, book: Omit<NewBook, 'bookId'>): Promise<void> {
  const bookId = newId()
  const starting = startingDomains(theHouse())
  await insertBook(tx, { id: bookId, tenantId, isLive: book.isLive, now: book.now, completedBy: namesOf(starting) })
  await startBook(tx, { ...book, bookId }, starting)
}

/** The rows these domains start a book with; all domains by default. */
export async function startBook(tx: Tx, book: NewBook, domains = startingDomains(theHouse())): Promise<void> {
  await insertMissingSeries(tx, book, domains.flatMap(seriesOf))
  for (const { newBook } of domains) await newBook?.(tx, book)
}

const seriesOf = ({ series = [], records = [] }: Domain): Series[] => [
  ...series,
  ...records.flatMap(record => record.series ?? []),
]

const startingDomains = ({ domains }: House): Domain[] =>
  domains.filter(domain => domain.newBook || seriesOf(domain).length > 0)

const namesOf = (domains: Domain[]): string[] => domains.map(({ name }) => name)

interface Completion {
  loadDomains: () => Promise<unknown>
  /** The schema has just changed: there may be domains the books do not know. */
  isMigrated: boolean
}

/**
 * Books made by an older version get what the domains since then start with. Who has not loaded the domains (the
 * command line starts in half the time) loads them only when there can be something to do.
 */
export async function completeBooks(
  database: Database,
  clock: Clock,
  { loadDomains, isMigrated }: Completion,
): Promise<void> {
  const completedBy = await listCompletedBy(database)
  if (completedBy.length === 0) return
  if (isMigrated || completedBy.some(names => names.length === 0)) await loadDomains()
  const house = loadedHouse()
  if (!house) return
  const starting = startingDomains(house)
  const { writeAsSystem } = await import('../../kernel/system-write.ts')
  for (const { slug, is_live } of await listIncompleteBooks(database, namesOf(starting))) {
    const account = await findAccount(database, slug, is_live)
    await writeAsSystem({ database, clock, account: account! }, async ctx => {
      const { book, tenant } = ctx.account
      const known = await findCompletedBy(ctx.tx, book.id)
      const missing = starting.filter(({ name }) => !known.includes(name))
      // Another node may have been faster.
      if (missing.length === 0) return
      await startBook(ctx.tx, { bookId: book.id, isLive: book.isLive, now: ctx.now, tenant }, missing)
      await markCompleted(ctx.tx, book.id, namesOf(missing))
    })
  }
}
