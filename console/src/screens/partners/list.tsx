/** All partners: customers and suppliers. */
import type { Partner } from '@cellarbook/sdk'
import type { Filter } from '../../patterns/list-filters.tsx'
import { type ListColumn, ListScreen } from '../../patterns/list-screen.tsx'
import { useWords } from '../../words/use-words.ts'
import { Roles, rolesOf } from './roles.tsx'

export function PartnerList() {
  const { screens } = useWords('frame')
  const words = useWords('partners')
  return (
    <ListScreen<Partner>
      title={screens.partners}
      path="/partners"
      columns={useColumns()}
      filters={useFilters()}
      keyOf={partner => partner.id}
      open={partner => `/partners/${partner.id}`}
      create={{ label: words.create, to: '/partners/new' }}
      empty={words.empty}
    />
  )
}

function useFilters(): readonly Filter[] {
  const { filters } = useWords('partners')
  return [
    {
      kind: 'choice',
      name: 'is_active',
      label: filters.activity,
      options: [
        { value: 'true', label: filters.active },
        { value: 'false', label: filters.inactive },
      ],
    },
    { kind: 'flag', name: 'is_customer', label: filters.customer },
    { kind: 'flag', name: 'is_supplier', label: filters.supplier },
  ]
}

function useColumns(): readonly ListColumn<Partner>[] {
  const { columns, days, roles } = useWords('partners')
  return [
    { key: 'name', label: columns.name, card: 'title', cell: ({ name }) => name, csv: ({ name }) => name },
    { key: 'ico', label: columns.ico, card: 'none', cell: ({ ico }) => ico, csv: ({ ico }) => ico ?? '' },
    { key: 'dic', label: columns.dic, card: 'none', cell: ({ dic }) => dic, csv: ({ dic }) => dic ?? '' },
    {
      key: 'city',
      label: columns.city,
      card: 'wide',
      cell: ({ address }) => address.city,
      csv: ({ address }) => address.city ?? '',
    },
    {
      key: 'roles',
      label: columns.roles,
      card: 'none',
      cell: partner => <Roles partner={partner} />,
      csv: partner => rolesOf(partner, roles).join(', '),
    },
    {
      key: 'terms',
      label: columns.terms,
      isNumber: true,
      card: 'amount',
      cell: partner => days(partner.payment_terms),
      csv: partner => String(partner.payment_terms),
    },
    {
      key: 'email',
      label: columns.email,
      isHidden: true,
      card: 'wide',
      cell: ({ email }) => email,
      csv: ({ email }) => email ?? '',
    },
  ]
}
