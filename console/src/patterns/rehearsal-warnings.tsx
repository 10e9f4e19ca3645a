/** What is worth a second thought before it is confirmed; none of it stands in the way. */
import type { Rehearsal } from '../data/actions.ts'
import { useSession } from '../data/session.ts'
import { Bar } from '../kit/facts.tsx'
import { Link } from '../kit/link.tsx'
import { useFormat } from '../words/use-format.ts'
import { useWords } from '../words/use-words.ts'

export function Warnings({ rehearsal }: { rehearsal: Rehearsal }) {
  return (
    <>
      <Missing rehearsal={rehearsal} />
      {rehearsal.effects?.payable_to === null && <Unpayable reason="text" />}
      {rehearsal.effects?.payable_to?.iban === null && <Unpayable reason="noCode" />}
    </>
  )
}

function Missing({ rehearsal: { effects } }: { rehearsal: Rehearsal }) {
  const { action: words } = useWords('frame')
  const { quantity } = useFormat()
  return effects?.shortages?.map(({ item, unit, wanted, missing }) => (
    <Bar key={item.name} tone="warn">
      {words.missing(quantity(missing, unit.symbol), quantity(wanted, unit.symbol), item.name)}
    </Bar>
  ))
}

/** An issued invoice never changes: an account that is set afterwards is not on it. */
function Unpayable({ reason }: { reason: 'text' | 'noCode' }) {
  const { unpayable: words } = useWords('payments')
  const { account } = useSession()
  const maySet = (account.role === 'owner' || account.role === 'admin') && account.modules.includes('finance')
  return (
    <Bar tone="warn">
      <p>
        {words[reason]} {maySet && <Link to="/settings/finance_accounts">{words.set}</Link>}
      </p>
    </Bar>
  )
}
