/** The fields of a partner, the same for a new one and a stored one. */
import { Check } from '../../kit/choices.tsx'
import { TextArea, TextField } from '../../kit/field.tsx'
import { Picker } from '../../kit/picker.tsx'
import { bind } from '../../patterns/bind.ts'
import { FormPart } from '../../patterns/form-part.tsx'
import { useWords } from '../../words/use-words.ts'
import type { PartnerDraft } from './draft.ts'

interface PartnerFieldsProps {
  draft: PartnerDraft
  change: (part: Partial<PartnerDraft>) => void
  isNew?: boolean
}

export function PartnerFields({ draft, change, isNew = false }: PartnerFieldsProps) {
  const { fields, parts } = useWords('partners')
  const field = bind<PartnerDraft>({ labels: fields, draft, change })
  return (
    <>
      <FormPart title={parts.company} foot={<Flags draft={draft} change={change} />}>
        <TextField {...field('name')} isRequired autoFocus={isNew} autoComplete="off" />
        <TextField {...field('ico')} inputMode="numeric" autoComplete="off" />
        <TextField {...field('dic')} autoComplete="off" />
      </FormPart>
      <Address draft={draft} change={change} />
      <FormPart title={parts.contact}>
        <TextField {...field('email')} type="email" autoComplete="off" />
        <TextField {...field('phone')} type="tel" autoComplete="off" />
        <TextField {...field('mobile')} type="tel" autoComplete="off" />
        <TextField {...field('web')} type="url" autoComplete="off" />
      </FormPart>
      <FormPart title={parts.terms}>
        <TextField {...field('payment_terms')} inputMode="numeric" autoComplete="off" />
        <Picker {...field('price_list_id')} kind="price_list" />
        <TextArea {...field('notes')} rows={2} />
      </FormPart>
    </>
  )
}

function Address({ draft, change }: PartnerFieldsProps) {
  const { address: labels, parts } = useWords('partners')
  const field = bind({
    labels,
    draft: draft.address,
    change: part => change({ address: { ...draft.address, ...part } }),
    within: 'address',
  })
  return (
    <FormPart title={parts.address}>
      <TextField {...field('street')} autoComplete="off" />
      <TextField {...field('city')} autoComplete="off" />
      <TextField {...field('zip')} autoComplete="off" />
      <Picker {...field('country_id')} kind="country" />
    </FormPart>
  )
}

function Flags({ draft, change }: PartnerFieldsProps) {
  const { flags } = useWords('partners')
  return (
    <div>
      <Check
        label={flags.is_customer}
        isChecked={draft.is_customer}
        onChange={is_customer => change({ is_customer })}
      />
      <Check
        label={flags.is_supplier}
        isChecked={draft.is_supplier}
        onChange={is_supplier => change({ is_supplier })}
      />
      <Check label={flags.is_active} isChecked={draft.is_active} onChange={is_active => change({ is_active })} />
    </div>
  )
}
