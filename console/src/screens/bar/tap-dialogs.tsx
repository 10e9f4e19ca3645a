/** A keg goes on, comes off, or is empty. */
import type { CashDesk, KegTap, TappableKeg } from '@cellarbook/sdk'
import { useState } from 'react'
import { perform } from '../../data/actions.ts'
import { currentBook } from '../../data/book.ts'
import { post } from '../../data/client.ts'
import { type Page, refresh, useRecord } from '../../data/queries.ts'
import { newId } from '../../format/ids.ts'
import { TextField } from '../../kit/field.tsx'
import { toast } from '../../kit/toast.tsx'
import { integerOf } from '../../patterns/bind.ts'
import { Confirm } from '../../patterns/confirm.tsx'
import { DialogForm } from '../../patterns/dialog-form.tsx'
import { useActionName } from '../../patterns/record-actions.tsx'
import { useFormat } from '../../words/use-format.ts'
import { useWords } from '../../words/use-words.ts'

const refreshTaps = () => refresh(currentBook(), ['/cash-desks', '/keg-taps', '/pos-sales', '/stock-levels'])

/** The first number nothing is tapped at. */
function firstFree(taken: readonly number[]): string {
  let number = 1
  while (taken.includes(number)) number += 1
  return String(number)
}

interface TapKegProps {
  desk: CashDesk
  /** Numbers of the taps in use. */
  taken: readonly number[]
  onClose: () => void
}

export function TapKeg({ desk, taken, onClose }: TapKegProps) {
  const { taps: words } = useWords('bar')
  const [number, setNumber] = useState(() => firstFree(taken))
  const [itemId, setItemId] = useState('')
  const kegs = useRecord<Page<TappableKeg>>(`/cash-desks/${desk.id}/kegs`, { limit: 100 }).data?.body.data
  return (
    <DialogForm<KegTap>
      title={words.tap}
      submit={words.tap}
      isOff={itemId === ''}
      send={async idempotencyKey => {
        const body = { tap_number: integerOf(number), item_id: itemId }
        return (await post<KegTap>(`/cash-desks/${desk.id}/taps`, { body, idempotencyKey })).body
      }}
      onDone={keg => {
        toast(words.tapped(keg.base_item.name, keg.tap_number))
        void refreshTaps()
        onClose()
      }}
      onClose={onClose}
    >
      <Kegs kegs={kegs} value={itemId} onChange={setItemId} />
      <TextField
        label={words.tapNumber}
        path="tap_number"
        inputMode="numeric"
        autoComplete="off"
        maxLength={2}
        value={number}
        onChange={setNumber}
      />
    </DialogForm>
  )
}

interface KegsProps {
  kegs: readonly TappableKeg[] | undefined
  value: string
  onChange: (itemId: string) => void
}

function Kegs({ kegs, value, onChange }: KegsProps) {
  const { taps: words } = useWords('bar')
  const { quantity } = useFormat()
  if (kegs?.length === 0) return <p className="quiet">{words.noKegs}</p>
  return (
    <div role="radiogroup" aria-label={words.keg} className="keg-choices">
      {(kegs ?? []).map(({ id, item, available_quantity }) => (
        <label key={id} className="keg-choice">
          <input type="radio" name="keg" value={id} checked={id === value} onChange={() => onChange(id)} />
          <span>{item.name}</span>
          <span className="quiet small">{words.free(quantity(available_quantity))}</span>
        </label>
      ))}
    </div>
  )
}

/** More than foam and the last glass: somebody may have pressed the wrong keg. */
const isMuchLeft = ({ remaining_quantity, quantity }: KegTap): boolean =>
  Number(remaining_quantity) > Number(quantity) * 0.15

interface EndKegProps {
  keg: KegTap
  action: 'empty' | 'remove'
  onClose: () => void
}

export function EndKeg({ keg, action, onClose }: EndKegProps) {
  const { taps: words } = useWords('bar')
  const { quantity } = useFormat()
  const name = useActionName('keg_tap')(action)
  const [key] = useState(newId)
  const left = quantity(keg.remaining_quantity, keg.unit.symbol)
  return (
    <Confirm
      title={name}
      text={action === 'empty' ? words.emptyTextOf(left) : words.removeText}
      look={action === 'empty' && isMuchLeft(keg) ? 'grave' : 'main'}
      send={() => perform({ path: `/keg-taps/${keg.id}`, key: action, body: {} }, key)}
      onDone={() => {
        toast(words.acted(name, keg.base_item.name))
        void refreshTaps()
      }}
      onClose={onClose}
    />
  )
}

export function RetapKeg({ keg, onClose }: { keg: KegTap; onClose: () => void }) {
  const { taps: words } = useWords('bar')
  const name = useActionName('keg_tap')('retap')
  const [number, setNumber] = useState(String(keg.tap_number))
  return (
    <DialogForm
      title={name}
      submit={name}
      send={key => perform({ path: `/keg-taps/${keg.id}`, key: 'retap', body: { tap_number: integerOf(number) } }, key)}
      onDone={() => {
        toast(words.acted(name, keg.base_item.name))
        void refreshTaps()
        onClose()
      }}
      onClose={onClose}
    >
      <TextField
        label={words.tapNumber}
        path="tap_number"
        inputMode="numeric"
        autoComplete="off"
        maxLength={2}
        value={number}
        onChange={setNumber}
      />
    </DialogForm>
  )
}
