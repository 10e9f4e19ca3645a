/** Writes a repack: what goes in beside what comes out. */
import type { Repack, Warehouse } from '@cellarbook/sdk'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { currentBook } from '../../data/book.ts'
import { type Answer, post } from '../../data/client.ts'
import { type Page, refresh, useRecord } from '../../data/queries.ts'
import { DayField } from '../../kit/day-field.tsx'
import { Skeleton } from '../../kit/facts.tsx'
import { TextArea } from '../../kit/field.tsx'
import { Picker } from '../../kit/picker.tsx'
import { toast } from '../../kit/toast.tsx'
import { bind } from '../../patterns/bind.ts'
import { Form, useDraft } from '../../patterns/form.tsx'
import { Region } from '../../patterns/region.tsx'
import { Screen } from '../../patterns/screen.tsx'
import { useWords } from '../../words/use-words.ts'
import { blankRepack, bodyOfRepack, type RepackDraft, type SideLine } from './draft.ts'
import { Side } from './side.tsx'
import './repacks.css'

export function NewRepack() {
  const { create } = useWords('repacks')
  const { loading } = useWords('frame')
  const warehouses = useRecord<Page<Warehouse>>('/warehouses')
  const usual = warehouses.data?.body.data.find(warehouse => warehouse.is_default)
  return (
    <Screen title={create}>
      {warehouses.isPending ? <Skeleton label={loading} /> : <RepackForm warehouseId={usual?.id ?? ''} />}
    </Screen>
  )
}

function RepackForm({ warehouseId }: { warehouseId: string }) {
  const words = useWords('repacks')
  const navigate = useNavigate()
  const [initial] = useState(() => blankRepack(warehouseId))
  const { draft, isDirty, change, changeBy, forget } = useDraft<RepackDraft>(`${currentBook()}.repack`, initial)
  const finish = ({ body: repack }: Answer<Repack>) => {
    forget()
    void refresh(currentBook(), ['/repacks'])
    toast(words.created(repack.number))
    void navigate({ to: `/${currentBook()}/repacks/${repack.id}` })
  }
  const changeSide = (side: 'from' | 'to') => (how: (lines: readonly SideLine[]) => SideLine[]) =>
    changeBy(now => ({ [side]: how(now[side]) }))
  const shared = { warehouseId: draft.warehouse_id }
  return (
    <Form
      send={idempotencyKey => post<Repack>('/repacks', { body: bodyOfRepack(draft), idempotencyKey })}
      onDone={finish}
      submit={words.submit}
      isDirty={isDirty}
      onLeave={forget}
    >
      <Head draft={draft} change={change} />
      <div className="sides">
        <Region title={words.input}>
          <Side {...shared} side="from" label={words.input} lines={draft.from} onChange={changeSide('from')} />
        </Region>
        <Region title={words.output}>
          <Side {...shared} side="to" label={words.output} lines={draft.to} onChange={changeSide('to')} />
        </Region>
      </div>
    </Form>
  )
}

type HeadDraft = Pick<RepackDraft, 'warehouse_id' | 'date' | 'notes'>

function Head({ draft, change }: { draft: HeadDraft; change: (part: Partial<HeadDraft>) => void }) {
  const { head: labels, todayHint } = useWords('repacks')
  const field = bind<HeadDraft>({ labels, draft, change })
  return (
    <div className="columns">
      <Picker {...field('warehouse_id')} kind="warehouse" isRequired />
      <DayField {...field('date')} hint={todayHint} />
      <TextArea {...field('notes')} rows={1} />
    </div>
  )
}
