/** A basket is kept over a reload and a restart; what it holds may not be sold here any more. */
import { useEffect, useState } from 'react'
import type { BasketControls } from './basket.ts'
import { useShelf } from './shelf.ts'

/** Names of the lines that were taken off, and how they are forgotten. The service would refuse the whole sale for them. */
export function useGone(deskId: string, { basket, keepOnly }: BasketControls): [readonly string[], () => void] {
  const items = useShelf(deskId)
  const [gone, setGone] = useState<readonly string[]>([])
  useEffect(() => {
    const sold = new Set(items.map(({ id }) => id))
    const lost = basket.lines.filter(({ item }) => !sold.has(item.id))
    if (lost.length === 0) return
    setGone(lost.map(({ item }) => item.item.name))
    keepOnly(sold)
  }, [items, basket.lines])
  return [gone, () => setGone([])]
}
