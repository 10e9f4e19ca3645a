/** What stands below the rows of a list, or in their place. */
import { useEffect, useRef } from 'react'
import { Button } from '../kit/button.tsx'
import { Link } from '../kit/link.tsx'
import { useWords } from '../words/use-words.ts'
import { useParams, useSetParams } from './search-params.ts'

const mostRows = 500

interface ListEndProps {
  count: number
  list: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => unknown }
}

/** More rows by the button, or by reaching the end; beyond five hundred only a narrower filter helps. */
export function ListEnd({ count, list }: ListEndProps) {
  const { list: words } = useWords('frame')
  const isMore = list.hasNextPage && count < mostRows
  const end = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!isMore || !end.current) return
    const seen = new IntersectionObserver(entries => {
      if (entries.some(entry => entry.isIntersecting) && !list.isFetchingNextPage && scrollY > 0) list.fetchNextPage()
    })
    seen.observe(end.current)
    return () => seen.disconnect()
  }, [isMore, list])
  return (
    <div className="spread" ref={end}>
      <p role="status" className="quiet">
        {words.shown(count)}
      </p>
      {isMore && (
        <Button isOff={list.isFetchingNextPage} onClick={() => list.fetchNextPage()}>
          {words.more}
        </Button>
      )}
      {list.hasNextPage && !isMore && <p className="quiet">{words.narrow}</p>}
    </div>
  )
}

interface ListEmptyProps {
  isFiltered: boolean
  empty: { title: string; text?: string }
  create?: { label: string; to: string } | undefined
}

export function ListEmpty({ isFiltered, empty, create }: ListEmptyProps) {
  const { list: words } = useWords('frame')
  const params = useParams()
  const setParams = useSetParams()
  const clear = () => setParams(Object.fromEntries(Object.keys(params).map(name => [name, ''])))
  if (isFiltered) {
    return (
      <div className="empty">
        <p>{words.nothing}</p>
        <Button onClick={clear}>{words.clear}</Button>
      </div>
    )
  }
  return (
    <div className="empty">
      <h2>{empty.title}</h2>
      {empty.text && <p className="quiet">{empty.text}</p>}
      {create && (
        <Link to={create.to} look="normal">
          {create.label}
        </Link>
      )}
    </div>
  )
}
