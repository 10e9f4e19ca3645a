/** The session of a desk: opened with a float, cash in and out, counted and closed, with its report. */
import type { CashDesk, CashDeskSession } from '@cellarbook/sdk'
import { useState } from 'react'
import { currentBook } from '../../data/book.ts'
import { post } from '../../data/client.ts'
import { type Page, refresh, useRecord } from '../../data/queries.ts'
import { isZero } from '../../format/decimal.ts'
import { Button } from '../../kit/button.tsx'
import { DecimalField } from '../../kit/decimal-field.tsx'
import { Bar, Skeleton } from '../../kit/facts.tsx'
import { later } from '../../kit/later.tsx'
import { toast } from '../../kit/toast.tsx'
import { ActionDialog } from '../../patterns/action-dialog.tsx'
import { Form } from '../../patterns/form.tsx'
import { ProblemAlert } from '../../patterns/problem.tsx'
import { useActionName } from '../../patterns/record-actions.tsx'
import { useFormat } from '../../words/use-format.ts'
import { useWords } from '../../words/use-words.ts'
import type { Bill } from './bills.ts'
import { Report } from './report.tsx'
import { useDeskRights } from './rights.ts'

const CloseDialog = later(async () => (await import('./close.tsx')).CloseDialog)

const refreshSessions = () => refresh(currentBook(), ['/cash-desks', '/cash-desk-sessions', '/cashflows'])

/** `bills` are those that guests have not paid yet. */
export function SessionView({ desk, bills }: { desk: CashDesk; bills: readonly Bill[] }) {
  const { session: words } = useWords('bar')
  const { loading } = useWords('frame')
  const query = { cash_desk_id: desk.id, limit: 1 }
  const last = useRecord<Page<CashDeskSession>>('/cash-desk-sessions', query)
  const session = last.data?.body.data[0]
  if (!last.data && !last.error) return <Skeleton label={loading} />
  return (
    <section className="desk-page" aria-label={words.title}>
      {!last.data && <ProblemAlert error={last.error} />}
      {last.data && session?.status === 'open' && <OpenSession session={session} bills={bills} />}
      {last.data && session?.status !== 'open' && <NewSession desk={desk} last={session} />}
    </section>
  )
}

function NewSession({ desk, last }: { desk: CashDesk; last: CashDeskSession | undefined }) {
  const { session: words } = useWords('bar')
  const { isServing } = useDeskRights()
  return (
    <>
      <div className="panel stack">
        <h2>{words.none}</h2>
        <p className="quiet">{desk.requires_session ? words.required : words.noneText}</p>
        {isServing && <OpenForm desk={desk} last={last} />}
      </div>
      {last && <Report sessionId={last.id} />}
    </>
  )
}

function OpenForm({ desk, last }: { desk: CashDesk; last: CashDeskSession | undefined }) {
  const { session: words } = useWords('bar')
  const [float, setFloat] = useState(last?.closing_float ?? '')
  return (
    <Form
      submit={words.open}
      isDirty={false}
      send={async idempotencyKey => {
        const body = { cash_desk_id: desk.id, opening_float: float }
        return (await post<CashDeskSession>('/cash-desk-sessions', { body, idempotencyKey })).body
      }}
      onDone={session => {
        toast(words.opened(session.number))
        void refreshSessions()
      }}
    >
      <DecimalField label={words.float} path="opening_float" places={2} value={float} onChange={setFloat} isRequired />
    </Form>
  )
}

type Asked = 'cash_in' | 'cash_out' | 'explain_float' | 'close'

function OpenSession({ session, bills }: { session: CashDeskSession; bills: readonly Bill[] }) {
  const { session: words } = useWords('bar')
  const { money, instant } = useFormat()
  const nameOf = useActionName('cash_desk_session')
  const [asked, setAsked] = useState<Asked>()
  const path = `/cash-desk-sessions/${session.id}`
  const close = () => {
    setAsked(undefined)
    void refreshSessions()
  }
  const { isSelling } = useDeskRights()
  const shown = (['close', 'cash_in', 'cash_out', 'explain_float'] as const).filter(
    action => isSelling && session.allowed_actions.includes(action),
  )
  const difference = session.float_difference
  return (
    <>
      <div className="spread">
        <div>
          <h2>{session.number}</h2>
          <p className="quiet">
            {words.since} {instant(session.opened_at)}
          </p>
        </div>
        <div className="row">
          {shown.map((action, index) => (
            <Button key={action} look={index === 0 ? 'main' : 'normal'} onClick={() => setAsked(action)}>
              {nameOf(action)}
            </Button>
          ))}
        </div>
      </div>
      {difference && !isZero(difference) && !session.float_explained && (
        <Bar tone="warn">
          {words.floatDifference}: {money(difference, session.currency)}
        </Bar>
      )}
      {bills.length > 0 && <Bar tone="warn">{words.unpaid(bills.map(({ name }) => name).join(', '))}</Bar>}
      <Report sessionId={session.id} />
      {asked === 'close' && <CloseDialog session={session} onClose={close} />}
      {asked && asked !== 'close' && (
        <ActionDialog key={asked} path={path} record={session} etag={undefined} name={asked} onClose={close} />
      )}
    </>
  )
}
