/** The report of a session, X while it is open and Z once it is closed, on the screen and on paper of 80 mm. */
import type { CashDeskReport } from '@cellarbook/sdk'
import { useState } from 'react'
import { useRecord } from '../../data/queries.ts'
import { Button } from '../../kit/button.tsx'
import { Skeleton } from '../../kit/facts.tsx'
import { toast } from '../../kit/toast.tsx'
import { openFile } from '../../patterns/files.ts'
import { ProblemAlert } from '../../patterns/problem.tsx'
import { useFormat } from '../../words/use-format.ts'
import { useWords } from '../../words/use-words.ts'
import './report.css'
import { ReportParts } from './report-parts.tsx'
import { Slip } from './slip.tsx'

export function Report({ sessionId }: { sessionId: string }) {
  const { session: words, report: parts } = useWords('bar')
  const { loading, problem } = useWords('frame')
  const path = `/cash-desk-sessions/${sessionId}`
  const read = useRecord<CashDeskReport>(`${path}/report`)
  const [isPrinting, setPrinting] = useState(false)
  if (read.isError) return <ProblemAlert error={read.error} />
  const report = read.data?.body
  if (!report) return <Skeleton label={loading} />
  const title = report.kind === 'Z' ? parts.z : parts.x
  return (
    <section className="report stack" aria-label={title}>
      <div className="spread">
        <h2>
          {title} <span className="quiet">{report.number}</span>
        </h2>
        <div className="row">
          <Button onClick={() => setPrinting(true)}>{words.print}</Button>
          <Button onClick={() => void openFile(`${path}/pdf`).catch(() => toast(problem.unreachable, 'bad'))}>
            {words.pdf}
          </Button>
        </div>
      </div>
      <ReportParts report={report} />
      {isPrinting && (
        <Slip onPrinted={() => setPrinting(false)}>
          <SlipHead report={report} title={title} />
          <ReportParts report={report} />
        </Slip>
      )}
    </section>
  )
}

function SlipHead({ report, title }: { report: CashDeskReport; title: string }) {
  const { report: words } = useWords('bar')
  const { exactInstant } = useFormat()
  return (
    <div>
      <p className="slip-line" data-align="center" data-bold>
        {title} {report.number}
      </p>
      <p>{report.cash_desk.name}</p>
      <p>
        {words.opened}: {exactInstant(report.opened_at)}
      </p>
      <p>
        {report.closed_at
          ? `${words.closed}: ${exactInstant(report.closed_at)}`
          : `${words.asOf}: ${exactInstant(report.as_of)}`}
      </p>
    </div>
  )
}
