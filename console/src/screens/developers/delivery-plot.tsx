/** Deliveries of the last day by the hour, as bars or as a table. */
import { useState } from 'react'
import { useRecord } from '../../data/queries.ts'
import { Button } from '../../kit/button.tsx'
import { Table } from '../../kit/table.tsx'
import { useFormat } from '../../words/use-format.ts'
import { useWords } from '../../words/use-words.ts'

interface DeliveryReport {
  series: { key: string; points: { at: string; count: number | null }[] }[]
}

/** Nothing until it is there, and where the service has no such report. */
export const useDeliveryReport = (endpointId: string): DeliveryReport | undefined =>
  useRecord<DeliveryReport>('/reports/webhook_health', { endpoint_id: endpointId }).data?.body

interface Hour {
  at: string
  succeeded: number
  failed: number
  waiting: number
}

function hoursOf({ series }: DeliveryReport): Hour[] {
  const countOf = (key: string, index: number) => series.find(each => each.key === key)?.points[index]?.count ?? 0
  return (series[0]?.points ?? []).map(({ at }, index) => ({
    at,
    succeeded: countOf('succeeded', index),
    failed: countOf('failed', index),
    waiting: countOf('waiting', index),
  }))
}

export function DeliveryPlot({ report }: { report: DeliveryReport }) {
  const { plot: words } = useWords('webhooks')
  const [isTable, setTable] = useState(false)
  const hours = hoursOf(report)
  const isEmpty = hours.every(({ succeeded, failed, waiting }) => succeeded + failed + waiting === 0)
  return (
    <figure className="panel stack-close" aria-label={words.title}>
      <div className="spread">
        <figcaption>
          <h2>{words.title}</h2>
        </figcaption>
        {!isEmpty && (
          <Button look="plain" onClick={() => setTable(!isTable)}>
            {isTable ? words.bars : words.table}
          </Button>
        )}
      </div>
      {isEmpty ? <p className="quiet">{words.none}</p> : isTable ? <Hours hours={hours} /> : <Bars hours={hours} />}
    </figure>
  )
}

function Bars({ hours }: { hours: readonly Hour[] }) {
  const { plot: words } = useWords('webhooks')
  const { instant } = useFormat()
  const most = Math.max(...hours.map(({ succeeded, failed, waiting }) => succeeded + failed + waiting))
  const height = (count: number) => ({ blockSize: `${(100 * count) / most}%` })
  return (
    <div className="hours" aria-hidden="true">
      {hours.map(({ at, succeeded, failed, waiting }) => (
        <div
          key={at}
          title={`${instant(at)}: ${words.succeeded} ${succeeded}, ${words.failed} ${failed}, ${words.waiting} ${waiting}`}
        >
          <span className="hour-failed" style={height(failed)} />
          <span className="hour-waiting" style={height(waiting)} />
          <span className="hour-succeeded" style={height(succeeded)} />
        </div>
      ))}
    </div>
  )
}

function Hours({ hours }: { hours: readonly Hour[] }) {
  const { plot: words } = useWords('webhooks')
  const { instant, count } = useFormat()
  return (
    <Table
      label={words.title}
      rows={hours.filter(({ succeeded, failed, waiting }) => succeeded + failed + waiting > 0)}
      keyOf={({ at }) => at}
      columns={[
        { key: 'at', label: words.hour, card: 'wide', cell: ({ at }) => instant(at) },
        { key: 'good', label: words.succeeded, isNumber: true, cell: ({ succeeded }) => count(succeeded) },
        { key: 'bad', label: words.failed, isNumber: true, cell: ({ failed }) => count(failed) },
        { key: 'wait', label: words.waiting, isNumber: true, cell: ({ waiting }) => count(waiting) },
      ]}
    />
  )
}
