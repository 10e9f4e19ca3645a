/** Which section of the settings stands where. */
export const groups: readonly {
  name: 'company' | 'places' | 'prices' | 'finance' | 'brewery' | 'others'
  sections: readonly string[]
}[] = [
  { name: 'company', sections: ['company', 'number_series', 'vat_rates', 'units', 'categories'] },
  { name: 'places', sections: ['warehouses', 'shops', 'cash_desks'] },
  { name: 'prices', sections: ['price_lists', 'price_list_entries', 'partner_prices', 'discounts', 'deposits'] },
  { name: 'finance', sections: ['finance_accounts', 'finance_defaults', 'inbox_blocks'] },
  {
    name: 'brewery',
    sections: ['brewery', 'vessels', 'packaging_bills', 'excise_categories', 'excise_rates', 'excise_periods'],
  },
  { name: 'others', sections: ['workflow_definitions'] },
]
