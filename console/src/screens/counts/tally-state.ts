/** What is counted so far: the lines of the service, with what still waits to be saved. */
import type { InventoryCount, InventoryCountLine } from '@cellarbook/sdk'
import { useState } from 'react'
import { newId } from '../../format/ids.ts'
import { useOutbox } from '../../patterns/outbox.tsx'

/** A line to be counted; one that nobody expected has no id yet. */
export interface Countable {
  id: string | undefined
  item: InventoryCountLine['item']
  unit: InventoryCountLine['unit']
  lot_number: string | null
  expiry_date: string | null
  expected: string | null
  /** As saved, or as it waits. */
  counted: string | null
}

export const keyOf = ({ id, item }: Countable): string => id ?? item.id

const countableOf = (line: InventoryCountLine): Countable => ({
  id: line.id,
  item: line.item,
  unit: line.unit,
  lot_number: line.lot_number,
  expiry_date: line.expiry_date,
  expected: line.expected_quantity,
  counted: line.counted_quantity,
})

/** How the service is told: a line it knows is filled in, another one is added. */
export const bodyOf = ({ id, item, unit }: Countable, quantity: string): object => ({
  ...(id === undefined && { item_id: item.id }),
  counted_quantity: quantity,
  unit: { unit_id: unit.id },
})

export const pathOf = (countId: string, { id }: Countable): string =>
  `/inventory-counts/${countId}/lines${id === undefined ? '' : `/${id}`}`

export function useTally(count: InventoryCount) {
  const path = `/inventory-counts/${count.id}`
  const outbox = useOutbox([path])
  const [said, setSaid] = useState<ReadonlyMap<string, string>>(new Map())
  const [added, setAdded] = useState<readonly Countable[]>([])
  const known = count.lines.map(countableOf)
  // What was added here is a line of the service by now.
  const unknown = added.filter(one => !known.some(({ item }) => item.id === one.item.id))
  const lines = [...known, ...unknown].map(line => ({ ...line, counted: said.get(keyOf(line)) ?? line.counted }))
  const save = (line: Countable, quantity: string) => {
    setSaid(now => new Map(now).set(keyOf(line), quantity))
    const method = line.id === undefined ? 'POST' : 'PATCH'
    const about = line.item.name
    outbox.push({ key: newId(), method, path: pathOf(count.id, line), body: bodyOf(line, quantity), about })
  }
  /** Of a save that was refused: it is as uncounted as it was. */
  const unsay = (key: string) => setSaid(now => new Map([...now].filter(([of]) => of !== key)))
  return { lines, outbox, save, unsay, add: (line: Countable) => setAdded(now => [...now, line]) }
}
