/** The search of a list: what is typed goes into the address after a pause, without a step in the history. */
import { useEffect, useRef, useState } from 'react'
import { useWords } from '../words/use-words.ts'
import { useParams, useSetParams } from './search-params.ts'

const pauseMs = 250

export function SearchBox() {
  const { search } = useWords('frame')
  const params = useParams()
  const setParams = useSetParams()
  const [typed, setTyped] = useState(params.search ?? '')
  const sent = useRef(params.search ?? '')
  useEffect(() => {
    if ((params.search ?? '') !== sent.current) {
      sent.current = params.search ?? ''
      setTyped(sent.current)
    }
  }, [params.search])
  useEffect(() => {
    if (typed === sent.current) return
    const timer = setTimeout(() => {
      sent.current = typed
      setParams({ search: typed }, { replace: true })
    }, pauseMs)
    return () => clearTimeout(timer)
  }, [typed, setParams])
  return (
    <input
      type="search"
      className="input list-search"
      aria-label={search}
      placeholder={search}
      value={typed}
      onChange={event => setTyped(event.target.value)}
    />
  )
}
