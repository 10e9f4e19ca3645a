/**
 * Bills that guests pay later: a table, a name at the counter. They stay in this browser until they are taken up again,
 * whichever tab is open; nothing of them is in the books before they are paid.
 */
import { type Book, currentBook } from '../../data/book.ts'
import { useStored } from '../../data/stored.ts'
import { newId } from '../../format/ids.ts'
import type { Basket } from './basket.ts'

export interface Bill {
  id: string
  name: string
  basket: Basket
}

const keptIn = (book: Book, deskId: string): string => `cellarbook.bills.${book}.${deskId}`

const readBills = (kept: unknown): Bill[] =>
  (Array.isArray(kept) ? (kept as Partial<Bill>[]) : []).filter((bill): bill is Bill =>
    Boolean(bill?.id && bill.name && Array.isArray(bill.basket?.lines)),
  )

/** The first name in a row of them that no bill has. */
export function freeName(bills: readonly Bill[], nameOf: (number: number) => string): string {
  let number = 1
  while (bills.some(({ name }) => name === nameOf(number))) number += 1
  return nameOf(number)
}

export function useBills(deskId: string) {
  const { value: bills, change, now } = useStored(keptIn(currentBook(), deskId), readBills)
  return {
    bills,
    setAside: (name: string, basket: Basket) => change(all => [...all, { id: newId(), name, basket }]),
    /** Undefined when another tab was quicker. */
    takeUp: (id: string): Bill | undefined => {
      const bill = now().find(each => each.id === id)
      change(all => all.filter(each => each.id !== id))
      return bill
    },
  }
}

export type Bills = ReturnType<typeof useBills>
