/** The fields of an item, the same for a new one and a stored one. Which of them make sense follows from its type. */
import { Check } from '../../kit/choices.tsx'
import { DecimalField } from '../../kit/decimal-field.tsx'
import { SelectField, TextField } from '../../kit/field.tsx'
import { Picker } from '../../kit/picker.tsx'
import { bind } from '../../patterns/bind.ts'
import { FormPart } from '../../patterns/form-part.tsx'
import { useWords } from '../../words/use-words.ts'
import type { ItemDraft } from './draft.ts'
import { useTypeOptions } from './types.ts'

interface ItemFieldsProps {
  draft: ItemDraft
  change: (part: Partial<ItemDraft>) => void
  isNew?: boolean
}

export function ItemFields({ draft, change, isNew = false }: ItemFieldsProps) {
  const { fields, parts } = useWords('items')
  const field = bind<ItemDraft>({ labels: fields, draft, change })
  const unit = { ...field('unit_id'), path: 'unit' }
  return (
    <>
      <FormPart title={parts.item}>
        <TextField {...field('name')} isRequired autoFocus={isNew} autoComplete="off" />
        <SelectField {...field('item_type')} options={useTypeOptions()} />
        <Picker {...unit} kind="unit" isRequired />
        <TextField {...field('brand')} autoComplete="off" />
      </FormPart>
      <SaleFields draft={draft} change={change} />
      <ContentFields draft={draft} change={change} />
      <FormPart title={parts.codes}>
        <TextField {...field('ean')} inputMode="numeric" autoComplete="off" />
        <TextField {...field('barcode')} autoComplete="off" />
      </FormPart>
    </>
  )
}

function SaleFields({ draft, change }: ItemFieldsProps) {
  const { fields, parts, hints, flags } = useWords('items')
  const field = bind<ItemDraft>({ labels: fields, draft, change })
  const { pos_available, web_available, is_active } = draft
  const checks = (
    <div>
      <Check label={flags.pos_available} isChecked={pos_available} onChange={is => change({ pos_available: is })} />
      <Check label={flags.web_available} isChecked={web_available} onChange={is => change({ web_available: is })} />
      <Check label={flags.is_active} isChecked={is_active} onChange={is => change({ is_active: is })} />
    </div>
  )
  return (
    <FormPart title={parts.sale} foot={checks}>
      <DecimalField {...field('sale_price')} />
      <Picker {...field('sale_vat_rate_id')} kind="vat_rate" hint={hints.sale_vat_rate_id} />
    </FormPart>
  )
}

const isBeer = (type: string): boolean => type === 'base_product' || type === 'production_item'

/** A service has nothing in it. */
function ContentFields({ draft, change }: ItemFieldsProps) {
  const { fields, parts, hints } = useWords('items')
  const field = bind<ItemDraft>({ labels: fields, draft, change })
  const type = draft.item_type
  if (type === 'service') return null
  return (
    <FormPart title={parts.content}>
      {type === 'base_product' && (
        <>
          <Picker {...field('base_item_id')} kind="item" query={{ item_type: 'production_item' }} isRequired />
          <DecimalField {...field('base_item_quantity')} hint={hints.base_item_quantity} />
        </>
      )}
      {type === 'brew_material' && (
        <>
          <TextField {...field('material_type')} maxLength={40} autoComplete="off" />
          <Picker {...field('recipe_unit_id')} path="recipe_unit" kind="unit" />
        </>
      )}
      <TextField {...field('packaging_type')} maxLength={40} autoComplete="off" hint={hints.packaging_type} />
      <DecimalField {...field('volume_l')} />
      {(isBeer(type) || type === 'purchased_sale_item') && <DecimalField {...field('abv')} />}
      {isBeer(type) && <DecimalField {...field('plato')} />}
      <TextField {...field('shelf_life_days')} inputMode="numeric" autoComplete="off" />
    </FormPart>
  )
}
