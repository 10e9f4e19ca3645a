/**
 * Bills that guests pay later: a table, a name at the counter. They stay in this browser until they are taken up again,
 * whichever tab is open; nothing of them is in the books before they are paid.
 */
import { useEffect, useState } from 'react'
import { type Book, currentBook } from '../../data/book.ts'
import { newId } from '../../format/ids.ts'
import type { Basket } from './basket.ts'

export interface Bill {
  id: string
  name: string
  basket: Basket
}

const keptIn = (book: Book, deskId: string): string => `cellarbook.bills.${book}.${deskId}`

function keptBills(key: string): Bill[] {
  try {
    const kept = JSON.parse(localStorage.getItem(key) ?? '[]') as Partial<Bill>[]
    return kept.filter((bill): bill is Bill => Boolean(bill?.id && bill.name && Array.isArray(bill.basket?.lines)))
  } catch {
    return []
  }
}

/** The first name in a row of them that no bill has. */
export function freeName(bills: readonly Bill[], nameOf: (number: number) => string): string {
  let number = 1
  while (bills.some(({ name }) => name === nameOf(number))) number += 1
  return nameOf(number)
}

export function useBills(deskId: string) {
  const key = keptIn(currentBook(), deskId)
  const [bills, setBills] = useState(() => keptBills(key))
  useEffect(() => {
    const hear = (event: StorageEvent) => event.key === key && setBills(keptBills(key))
    addEventListener('storage', hear)
    return () => removeEventListener('storage', hear)
  }, [key])
  // What another tab did meanwhile is read before each change.
  const change = (how: (bills: Bill[]) => Bill[]) => {
    const next = how(keptBills(key))
    localStorage.setItem(key, JSON.stringify(next))
    setBills(next)
  }
  return {
    bills,
    setAside: (name: string, basket: Basket) => change(now => [...now, { id: newId(), name, basket }]),
    /** Undefined when another tab was quicker. */
    takeUp: (id: string): Bill | undefined => {
      const bill = keptBills(key).find(each => each.id === id)
      change(now => now.filter(each => each.id !== id))
      return bill
    },
  }
}

export type Bills = ReturnType<typeof useBills>
