/** What saving a form would answer. Nothing is kept; why it would be refused is told beside what was to be counted. */
import { useQuery } from '@tanstack/react-query'
import { currentBook } from '../data/book.ts'
import { post } from '../data/client.ts'
import { isRefusal, type Refusal } from '../data/refusal.ts'
import { sayDetail } from '../words/said.ts'
import { useWords } from '../words/use-words.ts'
import { RefusedRows } from './problem.tsx'
import { Totals, type TotalsOf } from './totals.tsx'

export interface RehearsedSave<Result> {
  /** Of the last body that was accepted while another one is asked for. */
  data: Result | undefined
  error: unknown
}

/** `isReady` is false while somebody still fills it in: it would only be refused. */
export function useRehearsedSave<Result>(path: string, body: object, isReady: boolean): RehearsedSave<Result> {
  const { data, error } = useQuery({
    // Not under the path: what happens there does not change what was typed here.
    queryKey: [currentBook(), 'rehearsal', path, body],
    queryFn: async ({ signal }) => (await post<Result>(path, { query: { dry_run: true }, body, signal })).body,
    enabled: isReady,
    retry: false,
    gcTime: 0,
    placeholderData: shown => shown,
  })
  return { data, error: isReady ? error : undefined }
}

/** In the words of the refusal, quietly: nobody has pressed anything yet. */
export function WhyNot({ error }: { error: unknown }) {
  return (
    <div className="why-not small" aria-live="polite">
      {isRefusal(error) && !isUnfinished(error) && <Why refusal={error} />}
    </div>
  )
}

/** What is left empty is no fault before somebody saves. */
const isUnfinished = ({ rows }: Refusal): boolean => rows.length > 0 && rows.every(({ code }) => code === 'required')

function Why({ refusal }: { refusal: Refusal }) {
  const said = useWords('problems')
  const { code, title, detail } = refusal.problem
  return (
    <>
      <p>
        {said.notCounted} <strong>{(said.titles as Record<string, string>)[code] ?? title}</strong>
      </p>
      {refusal.rows.length === 0 && detail && <p>{sayDetail(refusal.problem, said)}</p>}
      <RefusedRows refusal={refusal} />
    </>
  )
}

interface Counted {
  totals: TotalsOf
  currency: string
}

export function CountedTotals({ counted: { data, error } }: { counted: RehearsedSave<Counted> }) {
  return (
    <div className="stack-close totals-told">
      <Totals totals={data?.totals} currency={data?.currency ?? 'CZK'} />
      <WhyNot error={error} />
    </div>
  )
}
