/** A credit note: why, and what of which line. */
import type { Invoice, InvoiceLine } from '@cellarbook/sdk'
import { isZero } from '../../format/decimal.ts'
import { Radios } from '../../kit/choices.tsx'
import { DayField } from '../../kit/day-field.tsx'
import { DecimalField } from '../../kit/decimal-field.tsx'
import { TextArea, TextField } from '../../kit/field.tsx'
import type { PanelProps } from '../../patterns/action-panels.ts'
import { bind } from '../../patterns/bind.ts'
import { useFormat } from '../../words/use-format.ts'
import { useWords } from '../../words/use-words.ts'

interface CreditedLine {
  line_id: string
  quantity?: string
  deposit_quantity?: string
}

type Credit = { reason: string; issue_date: string; notes: string; lines?: CreditedLine[] }

/** Everything of every line, to begin with: less is typed. */
const wholeLines = ({ lines }: Invoice): CreditedLine[] => lines.map(({ id, quantity }) => ({ line_id: id, quantity }))

export function CreditPanel({ value, onChange, record }: PanelProps) {
  const { credit: words } = useWords('invoices')
  const invoice = record as Invoice
  const draft: Credit = { reason: '', issue_date: '', notes: '', ...(value as Partial<Credit>) }
  const change = (part: Partial<Credit>) => onChange({ ...draft, ...part })
  const field = bind<Omit<Credit, 'lines'>>({ labels: words, draft, change })
  const choose = (what: string) => {
    const { lines: _, ...rest } = draft
    onChange(what === 'all' ? rest : { ...rest, lines: wholeLines(invoice) })
  }
  return (
    <div className="stack">
      <TextField {...field('reason')} hint={words.reasonHint} isRequired maxLength={500} autoComplete="off" />
      <div className="columns">
        <DayField {...field('issue_date')} hint={words.dateHint} />
        <TextArea {...field('notes')} rows={1} />
      </div>
      <Radios
        label={words.what}
        value={draft.lines ? 'chosen' : 'all'}
        options={[
          { value: 'all', label: words.all },
          { value: 'chosen', label: words.chosen },
        ]}
        onChange={choose}
      />
      {draft.lines && <Lines invoice={invoice} chosen={draft.lines} onChange={lines => change({ lines })} />}
    </div>
  )
}

interface LinesProps {
  invoice: Invoice
  chosen: readonly CreditedLine[]
  onChange: (lines: CreditedLine[]) => void
}

/** A line whose fields are both empty is not credited. */
function Lines({ invoice, chosen, onChange }: LinesProps) {
  const { credit: words } = useWords('invoices')
  const set = (id: string, part: Partial<CreditedLine>) => {
    const held = invoice.lines.map(line => {
      const before = chosen.find(one => one.line_id === line.id) ?? { line_id: line.id }
      return line.id === id ? { ...before, ...part } : before
    })
    onChange(held.map(withoutEmpty).filter(line => Object.keys(line).length > 1))
  }
  return (
    <ul className="credit-lines" aria-label={words.lines}>
      {invoice.lines.map(line => (
        <Line
          key={line.id}
          line={line}
          at={chosen.findIndex(one => one.line_id === line.id)}
          credited={chosen.find(one => one.line_id === line.id)}
          onChange={part => set(line.id, part)}
        />
      ))}
    </ul>
  )
}

const withoutEmpty = (line: CreditedLine): CreditedLine =>
  Object.fromEntries(Object.entries(line).filter(([, value]) => value !== '')) as unknown as CreditedLine

interface LineProps {
  line: InvoiceLine
  /** Its place in what is sent, or -1. */
  at: number
  credited: CreditedLine | undefined
  onChange: (part: Partial<CreditedLine>) => void
}

function Line({ line, at, credited, onChange }: LineProps) {
  const { credit: words } = useWords('invoices')
  const { quantity } = useFormat()
  return (
    <li className="credit-line">
      <div>
        <strong>{line.description}</strong>
        <div className="quiet small">
          {words.invoiced} {quantity(line.quantity, line.unit?.symbol)}
        </div>
      </div>
      <DecimalField
        label={words.quantity}
        path={`lines[${at}].quantity`}
        value={credited?.quantity ?? ''}
        onChange={value => onChange({ quantity: value })}
      />
      {!isZero(line.deposit.pieces) && (
        <DecimalField
          label={words.packaging}
          path={`lines[${at}].deposit_quantity`}
          value={credited?.deposit_quantity ?? ''}
          onChange={value => onChange({ deposit_quantity: value })}
        />
      )}
    </li>
  )
}
