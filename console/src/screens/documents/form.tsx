/** Writes a receipt, an issue or a transfer. It moves nothing until it is confirmed. */
import type { Warehouse } from '@cellarbook/sdk'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { currentBook } from '../../data/book.ts'
import { type Answer, post } from '../../data/client.ts'
import { type Page, refresh, useRecord } from '../../data/queries.ts'
import { Skeleton } from '../../kit/facts.tsx'
import { toast } from '../../kit/toast.tsx'
import { Form, useDraft } from '../../patterns/form.tsx'
import { usePaused } from '../../patterns/paused.ts'
import { useRehearsedSave, WhyNot } from '../../patterns/rehearsed-save.tsx'
import { Screen } from '../../patterns/screen.tsx'
import { useParams } from '../../patterns/search-params.ts'
import { useFormat } from '../../words/use-format.ts'
import { useWords } from '../../words/use-words.ts'
import { blankDocument, bodyOfDocument, type DocumentDraft, isCountable } from './draft.ts'
import { type Family, issues, receipts, type StockDocument } from './family.ts'
import { DocumentGrid } from './grid.tsx'
import { NewHead } from './head.tsx'

export const NewReceipt = () => <NewDocument family={receipts} purpose={useNamedPurpose(receipts)} />

export const NewIssue = () => <NewDocument family={issues} purpose={useNamedPurpose(issues)} />

/** A link may say what it is for, as "New transfer" does. */
function useNamedPurpose(family: Family): string {
  const { movement_purpose: named = '' } = useParams()
  return (family.found as readonly string[]).includes(named) ? named : family.written[0]!
}

interface NewDocumentProps {
  family: Family
  purpose: string
}

/** Most goods lie in the default warehouse. */
function NewDocument({ family, purpose }: NewDocumentProps) {
  const { loading } = useWords('frame')
  const words = useWords('documents')
  const warehouses = useRecord<Page<Warehouse>>('/warehouses')
  const usual = warehouses.data?.body.data.find(warehouse => warehouse.is_default)
  const isTransfer = purpose === 'transfer'
  const said = isTransfer ? words.transfer : words[family.object]
  const form = { family, purpose, warehouseId: usual?.id ?? '', submit: said.submit }
  return (
    <Screen title={said.create}>
      {warehouses.isPending ? <Skeleton label={loading} /> : <DocumentForm key={purpose} {...form} />}
    </Screen>
  )
}

interface DocumentFormProps extends NewDocumentProps {
  warehouseId: string
  submit: string
}

function DocumentForm({ family, purpose, warehouseId, submit }: DocumentFormProps) {
  const words = useWords('documents')[family.object]
  const navigate = useNavigate()
  const [initial] = useState(() => blankDocument(purpose, warehouseId))
  const kept = `${currentBook()}.${family.object}.${purpose}`
  const { draft, isDirty, change, changeBy, forget } = useDraft<DocumentDraft>(kept, initial)
  const finish = ({ body: document }: Answer<StockDocument>) => {
    forget()
    void refresh(currentBook(), [family.path])
    toast(words.created(document.number))
    void navigate({ to: `/${currentBook()}${family.screen}/${document.id}` })
  }
  return (
    <Form
      send={idempotencyKey => post<StockDocument>(family.path, { body: bodyOfDocument(draft), idempotencyKey })}
      onDone={finish}
      submit={submit}
      isDirty={isDirty}
      onLeave={forget}
      beside={<ReceivedValue family={family} draft={draft} />}
    >
      <NewHead draft={draft} change={change} family={family} />
      <DocumentGrid family={family} draft={draft} onChange={how => changeBy(({ lines }) => ({ lines: how(lines) }))} />
    </Form>
  )
}

/** What the goods are worth, as the service counts; what is issued costs what FIFO finds, when it is confirmed. */
function ReceivedValue({ family, draft }: { family: Family; draft: DocumentDraft }) {
  const { facts } = useWords('documents')
  const { decimal } = useFormat()
  const settled = usePaused(draft, 350)
  const body = bodyOfDocument(settled)
  const isReady = family.object === 'goods_receipt' && isCountable(settled)
  const { data: counted, error } = useRehearsedSave<StockDocument>(family.path, body, isReady)
  return (
    <div>
      <p role="status">
        {counted && (
          <>
            <span className="quiet">{facts.total}</span> <strong>{decimal(counted.totals.total_cost, 2)}</strong>
          </>
        )}
      </p>
      <WhyNot error={error} />
    </div>
  )
}
