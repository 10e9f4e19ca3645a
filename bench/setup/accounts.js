/** Tenants of a part, each with a key to its live book. */

/** In this process: a hundred calls of the command line would take a minute. */
export async function openAccounts(connection, slugs, scopes) {
  // Declares what a new book starts with.
  await import('../../server/dist/domains/index.js')
  const { openDatabase } = await import('../../server/dist/db/pool.js')
  const { findAccount } = await import('../../server/dist/kernel/account.js')
  const { changeTenant, createTenant } = await import('../../server/dist/domains/accounts/actions.js')
  const { createKey } = await import('../../server/dist/domains/accounts/keys.js')
  const database = openDatabase({ ...connection }, { name: 'bench accounts', size: 1 })
  const accounts = []
  for (const slug of slugs) {
    await createTenant(database, Date.now, { slug, name: slug })
    await changeTenant(database, Date.now, slug, { rate_per_min: 100_000_000 })
    const { key } = await createKey(database, Date.now, { slug, mode: 'live', name: 'Bench', scopes })
    const { book } = await findAccount(database, slug, true)
    accounts.push({ key, bookId: book.id })
  }
  await database.end()
  return accounts
}
