/** What a new book begins with. */
import { useMutation } from '@tanstack/react-query'
import { currentBook } from '../../data/book.ts'
import { post } from '../../data/client.ts'
import { queryClient } from '../../data/queries.ts'
import { useRights, useSession } from '../../data/session.ts'
import { newId } from '../../format/ids.ts'
import { Button } from '../../kit/button.tsx'
import { Link } from '../../kit/link.tsx'
import { ProblemAlert } from '../../patterns/problem.tsx'
import { Region } from '../../patterns/region.tsx'
import { useWords } from '../../words/use-words.ts'
import { useKnownScreen } from './known-screen.ts'

const steps = [
  { key: 'item', to: '/items/new', right: 'core:write' },
  { key: 'receipt', to: '/receipts/new', right: 'stock:write' },
  { key: 'order', to: '/orders/new', right: 'sales:write' },
] as const

export function FirstSteps() {
  const { first: words } = useWords('dashboard')
  const rights = useRights()
  const isKnown = useKnownScreen()
  const open = steps.filter(({ right }) => rights.has(right))
  return (
    <Region title={words.title}>
      <p className="quiet">{words.text}</p>
      <ol className="steps">
        {open.map(({ key, to }) => (
          <li key={key}>
            <h3>{words.steps[key].title}</h3>
            <p className="quiet">{words.steps[key].text}</p>
            {isKnown(to) && (
              <Link to={to} look="normal">
                {words.steps[key].title}
              </Link>
            )}
          </li>
        ))}
      </ol>
      <BeforeInvoices />
      {currentBook() === 'test' && rights.has('core:write') && <FillSandbox />}
    </Region>
  )
}

/** An issued invoice never changes: who makes it out, and where it is paid to, has to be there before. */
function BeforeInvoices() {
  const { first: words } = useWords('dashboard')
  const { account } = useSession()
  if (account.role !== 'owner' && account.role !== 'admin') return null
  return (
    <p className="row">
      {words.before}
      <Link to="/settings/company">{words.company}</Link>
      {account.modules.includes('finance') && <Link to="/settings/finance_accounts">{words.account}</Link>}
    </p>
  )
}

function FillSandbox() {
  const { first: words } = useWords('dashboard')
  const fill = useMutation({
    mutationFn: () => post('/sandbox/actions/seed', { body: {}, book: 'test', idempotencyKey: newId() }),
    onSuccess: () => queryClient.invalidateQueries(),
  })
  return (
    <div className="stack-close">
      <p className="quiet">{words.fillText}</p>
      <ProblemAlert error={fill.error} />
      <div>
        <Button look="main" isOff={fill.isPending} onClick={() => fill.mutate()}>
          {words.fill}
        </Button>
      </div>
    </div>
  )
}
