/** A book that the tests of a file share: to make one costs more than most of them, and each makes records of its own. */
import { changeTenant } from '../../src/domains/accounts/actions.ts'
import type { Service, TestTenant } from './service.ts'

/** Made for the first who asks, and once more when that failed. It may be called as often as all tests like. */
export function shared<Book extends { tenant: TestTenant }>(
  service: Service,
  make: () => Promise<Book>,
): () => Promise<Book> {
  let made: Promise<Book> | undefined
  const fresh = async (): Promise<Book> => {
    const book = await make()
    // Heard of long before the calls of the plan are used up.
    await changeTenant(service.database, service.clock, {
      slug: book.tenant.slug,
      rate_per_min: 1_000_000,
      max_keys: 1_000,
    })
    return book
  }
  return () => {
    made ??= fresh().catch(error => {
      made = undefined
      throw error
    })
    return made
  }
}
