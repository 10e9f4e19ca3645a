/** Tenants of a part, each with a key to its live book. */
import path from 'node:path'
import { pathToFileURL } from 'node:url'

const most = { rate_per_min: 100_000_000, max_partners: 1_000_000 }

/**
 * In this process: a hundred calls of the command line would take a minute. The code is that of the `server` whose
 * database it is.
 */
export async function openAccounts({ server, connection }, slugs, scopes) {
  const load = name => import(pathToFileURL(path.join(server, 'dist', name)))
  // Declares what a new book starts with.
  await load('domains/index.js')
  const { openDatabase } = await load('db/pool.js')
  const { findAccount } = await load('kernel/account.js')
  const { changeTenant, createTenant, ...actions } = await load('domains/accounts/actions.js')
  // Before keys had a file of their own it was among the others.
  const createKey = actions.createKey ?? (await load('domains/accounts/keys.js')).createKey
  const database = openDatabase({ ...connection }, { name: 'bench accounts', size: 1 })
  const accounts = []
  for (const slug of slugs) {
    await createTenant(database, Date.now, { slug, name: slug })
    // Older code takes the tenant apart from its change.
    if (changeTenant.length === 4) await changeTenant(database, Date.now, slug, most)
    else await changeTenant(database, Date.now, { slug, ...most })
    const { key } = await createKey(database, Date.now, { slug, mode: 'live', name: 'Bench', scopes })
    const { book } = await findAccount(database, slug, true)
    accounts.push({ key, bookId: book.id })
  }
  await database.end()
  return accounts
}
