/** The excise report of a month: its lines, what is behind them, its files, filing and taking back. */
import type { ExciseReport } from '@cellarbook/sdk'
import { useSession } from '../../data/session.ts'
import { type Fact, Facts } from '../../kit/facts.tsx'
import { later } from '../../kit/later.tsx'
import { FileButton } from '../../patterns/file-button.tsx'
import { RecordScreen } from '../../patterns/record-screen.tsx'
import { useRouteId } from '../../patterns/route-id.ts'
import { useFormat } from '../../words/use-format.ts'
import { useWords } from '../../words/use-words.ts'
import './excise.css'
import { Lines } from './lines.tsx'
import './panels.ts'
import { TakeBack } from './take-back.tsx'
import { Warnings } from './warnings.tsx'

const Movements = later(async () => (await import('./movements.tsx')).Movements)
const Days = later(async () => (await import('./days.tsx')).Days)

export function ExciseRecord() {
  const id = useRouteId()
  const { sections, files } = useWords('excise')
  const path = `/excise-reports/${id}`
  return (
    <RecordScreen<ExciseReport>
      path={path}
      stages={['draft', 'filed']}
      mainActions={['file', 'recalculate']}
      hasHistory={false}
      tools={report => (
        <>
          <FileButton path={`${path}/pdf`} how="open" children={files.pdf} />
          <FileButton path={`${path}/csv`} how="save" children={files.csv} />
          <FileButton path={`${path}/xml`} how="save" children={files.xml} />
          {report.status === 'filed' && <TakeBack report={report} />}
        </>
      )}
      overview={report => (
        <>
          <Warnings report={report} />
          <ReportFacts report={report} />
        </>
      )}
      sections={report => [
        { key: 'lines', label: sections.lines, content: <Lines report={report} /> },
        { key: 'movements', label: sections.movements, content: <Movements report={report} /> },
        { key: 'days', label: sections.days, content: <Days report={report} /> },
      ]}
    />
  )
}

function ReportFacts({ report }: { report: ExciseReport }) {
  const { facts } = useWords('excise')
  const { day, instant, quantity, money } = useFormat()
  const { currency } = useSession().account
  const inProduction = report.in_production.map(
    ({ plato, volume_hl }): Fact => [facts.inProduction(plato), quantity(volume_hl, 'hl')],
  )
  return (
    <div className="panel stack">
      <Facts
        facts={[
          [facts.period, <strong key="period">{report.period}</strong>],
          [facts.payable, <strong key="payable">{money(report.totals.tax_payable, currency)}</strong>],
          [facts.tax, money(report.totals.tax, currency)],
          [facts.due, day(report.due_date)],
          [facts.filed, day(report.filed_at)],
          [facts.category, report.category.name],
          [facts.year, quantity(report.produced_ytd_hl, 'hl')],
          [facts.calculated, instant(report.calculated_at)],
          [facts.notes, report.notes],
        ]}
      />
      {inProduction.length > 0 && <Facts facts={inProduction} />}
    </div>
  )
}
