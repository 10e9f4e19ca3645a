/** What an action makes of a record, such as a credit note; the record itself stays as it is. */
import type { Rehearsal } from '../data/actions.ts'
import { State } from '../kit/state.tsx'
import { useFormat } from '../words/use-format.ts'
import { useWords } from '../words/use-words.ts'

interface MadeDocument {
  document_type?: string
  totals?: { incl_vat: string }
  currency?: string
}

export function Made({ made }: { made: Rehearsal & MadeDocument }) {
  const { action: words } = useWords('frame')
  const { kinds } = useWords('records')
  const { money } = useFormat()
  const { object, status, document_type: type, totals, currency } = made
  const names = kinds as Record<string, string>
  return (
    <p className="row">
      {words.created}: <strong>{names[type ?? object] ?? names[object] ?? object}</strong>
      {status && <State of={object} value={status} />}
      {totals && currency && <span>{money(totals.incl_vat, currency)}</span>}
    </p>
  )
}
