/** GET /vat-rates: the ids an item refers to. */
import { Type } from 'typebox'
import { Decimal, Shape, type Static, Uuid } from '../../../contract/schema.ts'
import { defineLookup } from '../../../kernel/lookup.ts'
import { VatExemptionShown } from './exemptions.ts'
import { listVatRates } from './store.ts'

const VatRate = Shape({
  object: Type.Literal('vat_rate'),
  id: Uuid,
  code: Type.String(),
  name: Type.String(),
  rate_pct: Decimal,
  is_default: Type.Boolean({ description: 'The rate of items that name none.' }),
  is_active: Type.Boolean(),
  vat_exemption: VatExemptionShown,
  livemode: Type.Boolean(),
})

export const getVatRates = defineLookup({
  id: 'vatRates.list',
  path: '/vat-rates',
  summary: 'List VAT rates',
  record: VatRate,
  list: ({ db, account }) => listVatRates(db, account.book.id),
  view: (rate, livemode): Static<typeof VatRate> => ({ object: 'vat_rate', ...rate, livemode }),
})
