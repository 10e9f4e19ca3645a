/** What to look at before a month is filed. */
import type { ExciseReport } from '@cellarbook/sdk'
import { Bar } from '../../kit/facts.tsx'
import { useFormat } from '../../words/use-format.ts'
import { useWords } from '../../words/use-words.ts'

export function Warnings({ report }: { report: ExciseReport }) {
  const { warnings: words } = useWords('excise')
  const { count } = useFormat()
  return (
    <>
      {report.is_stale && report.status === 'draft' && <Bar tone="warn">{words.stale}</Bar>}
      {report.open_documents > 0 && <Bar tone="warn">{words.open(count(report.open_documents))}</Bar>}
    </>
  )
}
