/** What is known of a partner. */
import type { Partner } from '@cellarbook/sdk'
import { Bar, Facts } from '../../kit/facts.tsx'
import { OutsideLink } from '../../kit/link.tsx'
import { Name } from '../../patterns/name.tsx'
import { useWords } from '../../words/use-words.ts'
import { Roles } from './roles.tsx'

export function PartnerFacts({ partner }: { partner: Partner }) {
  const { facts, fields, days, warnings } = useWords('partners')
  const { email, web, price_list_id, external_ref } = partner
  return (
    <div className="panel stack">
      {partner.warnings.map(({ field, code }) => (
        <Bar key={field + code} tone="warn">
          {warnings[code](fields[field])}
        </Bar>
      ))}
      <Facts
        facts={[
          [facts.roles, <Roles key="roles" partner={partner} />],
          [fields.ico, partner.ico],
          [fields.dic, partner.dic],
          [facts.address, hasAddress(partner) && <Address key="address" partner={partner} />],
          [fields.email, email && <OutsideLink href={`mailto:${email}`}>{email}</OutsideLink>],
          [fields.phone, partner.phone],
          [fields.mobile, partner.mobile],
          [fields.web, web && <OutsideLink href={web} />],
          [facts.terms, days(partner.payment_terms)],
          [fields.price_list_id, price_list_id && <Name kind="price_list" id={price_list_id} />],
          [facts.reference, external_ref && `${external_ref.system}: ${external_ref.id}`],
          [fields.notes, partner.notes],
        ]}
      />
    </div>
  )
}

const hasAddress = ({ address }: Partner): boolean =>
  Boolean(address.street || address.city || address.zip || address.country_id)

function Address({ partner: { address } }: { partner: Partner }) {
  const { street, city, zip, country_id } = address
  const town = [zip, city].filter(Boolean).join(' ')
  return (
    <>
      {street && <div>{street}</div>}
      {town && <div>{town}</div>}
      {country_id && (
        <div>
          <Name kind="country" id={country_id} />
        </div>
      )}
    </>
  )
}
