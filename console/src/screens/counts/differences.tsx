/** What the end of a count would post, with its value, as the service rehearses it. */
import type { InventoryCount } from '@cellarbook/sdk'
import { useQuery } from '@tanstack/react-query'
import { rehearse } from '../../data/actions.ts'
import { currentBook } from '../../data/book.ts'
import { Skeleton } from '../../kit/facts.tsx'
import { Moves } from '../../patterns/moves.tsx'
import { ProblemAlert } from '../../patterns/problem.tsx'
import { useWords } from '../../words/use-words.ts'

export function Differences({ count, etag }: { count: InventoryCount; etag: string | undefined }) {
  const { differences: words } = useWords('counts')
  const { loading } = useWords('frame')
  const path = `/inventory-counts/${count.id}`
  const rehearsed = useQuery({
    queryKey: [currentBook(), path, 'differences', etag],
    queryFn: ({ signal }) => rehearse({ path, key: 'finish', ifMatch: etag }, signal),
    retry: false,
    gcTime: 0,
  })
  if (rehearsed.isError) return <ProblemAlert error={rehearsed.error} />
  if (!rehearsed.data) return <Skeleton label={loading} />
  const { moves = [], value } = rehearsed.data.body.effects ?? {}
  return (
    <section aria-label={words.title} className="stack-close">
      <p className="quiet">{words.text}</p>
      {moves.length === 0 ? <p>{words.none}</p> : <Moves label={words.title} moves={moves} value={value} />}
    </section>
  )
}
