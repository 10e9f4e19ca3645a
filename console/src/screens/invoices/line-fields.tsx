/** The fields of a line of a stored draft. */
import { DecimalField } from '../../kit/decimal-field.tsx'
import { SelectField, TextField } from '../../kit/field.tsx'
import { Picker } from '../../kit/picker.tsx'
import { bind } from '../../patterns/bind.ts'
import { useWords } from '../../words/use-words.ts'
import { type InvoiceLineDraft, linePartOfItem } from './line-draft.ts'

export function useLineLabels(): Record<keyof InvoiceLineDraft, string> {
  const { lines: words } = useWords('invoices')
  return {
    item_id: words.item,
    description: words.description,
    quantity: words.quantity,
    unit_id: words.unit,
    unit_price: words.price,
    vat_rate_pct: words.vat,
    discount_pct: words.discount,
    deposit_id: words.deposit,
    deposit_quantity: words.depositQuantity,
    vat_exemption: words.exemption,
  }
}

interface InvoiceLineFieldsProps {
  line: InvoiceLineDraft
  change: (part: Partial<InvoiceLineDraft>) => void
  /** Whose price applies. */
  sale: { partner_id: string; currency: string }
}

export function InvoiceLineFields({ line, change, sale }: InvoiceLineFieldsProps) {
  const { lines: words, exemptions } = useWords('invoices')
  const { form } = useWords('frame')
  const field = bind<InvoiceLineDraft>({ labels: useLineLabels(), draft: line, change })
  const chooseItem = async (item_id: string) => {
    change({ item_id })
    if (item_id) change(await linePartOfItem(item_id, { ...sale, quantity: line.quantity }))
  }
  const options = Object.entries(exemptions).map(([value, label]) => ({ value, label }))
  return (
    <div className="columns">
      <Picker {...field('item_id')} kind="item" onChange={chooseItem} hint={words.itemHint} />
      <TextField {...field('description')} isRequired autoComplete="off" />
      <DecimalField {...field('quantity')} isRequired />
      <Picker {...field('unit_id')} path="unit" kind="unit" />
      <DecimalField {...field('unit_price')} isRequired />
      <DecimalField {...field('discount_pct')} />
      <DecimalField {...field('vat_rate_pct')} hint={words.vatHint} />
      <SelectField {...field('vat_exemption')} options={options} empty={form.none} />
      <Picker {...field('deposit_id')} kind="deposit" />
      <DecimalField {...field('deposit_quantity')} />
    </div>
  )
}
