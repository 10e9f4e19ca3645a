/** Words for stories about returnable packaging. */
import { type SalesBook, salesBook, type Told } from './sales.ts'
import type { Service } from './service.ts'

export interface Depot extends SalesBook {
  /** 1 000 CZK for a keg. */
  keg50: string
  /** 40 EUR. */
  euro: string
  /** Out of use. */
  old: string
  /** The keg costs another deposit from now on. */
  raise(amount: string): Promise<void>
}

export async function depot(service: Service): Promise<Depot> {
  const book = await salesBook(service)
  // The third item of the book.
  await book.item({ name: 'Prázdný sud', unit: { unit_code: 'pcs' }, item_type: 'packaging' })
  const deposit = (code: string, rest: object) => ({ code, name: code, packaging_item: 'Z00003', ...rest })
  const raise = (amount: string) => book.apply({ deposits: [{ ...deposit('K50', {}), amount }] })
  await raise('1000')
  await book.apply({
    deposits: [
      { ...deposit('E50', { currency: 'EUR' }), amount: '40' },
      { ...deposit('OLD', { is_active: false }), amount: '500' },
    ],
  })
  const { data } = (await book.api.get('/deposits')).body
  const idOf = (code: string): string => data.find((each: Told) => each.code === code).id
  return Object.assign(book, { keg50: idOf('K50'), euro: idOf('E50'), old: idOf('OLD'), raise })
}
