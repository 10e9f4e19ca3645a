/** Chooses a vessel a batch can go into: its own, or one that is free. */
import type { Batch, Vessel } from '@cellarbook/sdk'
import { type Page, useRecord } from '../../data/queries.ts'
import { type FieldProps, SelectField } from '../../kit/field.tsx'
import { Link } from '../../kit/link.tsx'
import { useFormat } from '../../words/use-format.ts'
import { useWords } from '../../words/use-words.ts'

interface VesselFieldProps extends FieldProps {
  batch: Batch
  value: string
  onChange: (id: string) => void
  /** Whether it may stay where it is. */
  isOwnOffered?: boolean
}

export function VesselField({ batch, isOwnOffered = true, ...field }: VesselFieldProps) {
  const { form } = useWords('frame')
  const { actions: words } = useWords('batches')
  const { quantity } = useFormat()
  const known = useRecord<Page<Vessel>>('/vessels', { is_active: true, limit: 200 }).data?.body.data
  const vessels = known ?? []
  const isOwn = ({ id }: Vessel) => id === batch.vessel?.id
  const offered = vessels.filter(vessel => (isOwn(vessel) ? isOwnOffered : vessel.status === 'free'))
  const options = offered.map(vessel => {
    const name = `${vessel.name} (${quantity(vessel.capacity_l, 'l')})`
    return { value: vessel.id, label: isOwn(vessel) ? words.stays(name) : name }
  })
  const none = (
    <>
      {words.noneFree} <Link to="/vessels">{words.toVessels}</Link>
    </>
  )
  const hint = known && options.length === 0 ? none : words.vesselHint
  return (
    <SelectField {...field} options={options} empty={field.isRequired ? '' : form.none} hint={field.hint ?? hint} />
  )
}
