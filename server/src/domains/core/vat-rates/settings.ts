/** VAT rates in the settings. */
import { described, OneOf, Shape, type Static, VatRate } from '../../../contract/schema.ts'
import { upsertRows } from '../../../db/upsert.ts'
import { defineSection } from '../../../kernel/section.ts'
import { bookOf, Code, codeOf, Flag, Name, orNull } from '../../../kernel/settings-words.ts'
import { itemNames } from '../names/sources.ts'
import { type VatExemption, vatExemptions } from './exemptions.ts'
import { listVatRates, type VatRateRow, vatRateTable } from './store.ts'

const Rate = Shape({
  code: Code,
  name: Name,
  rate_pct: VatRate,
  is_default: Flag,
  is_active: Flag,
  vat_exemption: orNull(
    described<VatExemption>(OneOf(vatExemptions), 'Of a rate of 0 %: why no VAT is charged on lines sold with it.'),
  ),
})
type Rate = Static<typeof Rate>

declare module '../../../kernel/settings.ts' {
  interface Settings {
    vat_rates?: Rate[]
  }
}

export const vatRates = defineSection<Rate, VatRateRow>({
  name: 'vat_rates',
  place: 5,
  entry: Rate,
  needs: [itemNames],
  load: ({ db, account }) => listVatRates(db, account.book.id),
  key: codeOf,
  defaults: { is_default: false, is_active: true, vat_exemption: null },
  out: ({ id: _, ...entry }) => entry,
  row: (entry, id) => ({ ...entry, id }),
  hasDefault: true,
  refuse(entry, { before, row, snapshot }) {
    if (entry.is_default && !entry.is_active) return 'The default cannot be out of use.'
    if (entry.vat_exemption !== null && entry.rate_pct !== '0') return 'Only a rate of 0 % has a vat_exemption.'
    if (before && before.rate_pct !== entry.rate_pct) return 'A rate cannot change: add a new one and give it to items.'
    const isUsed = snapshot
      .get(itemNames)
      .all.some(({ sale_vat_rate_id, is_active }) => sale_vat_rate_id === row?.id && is_active)
    return isUsed && !entry.is_active ? 'Active items are sold with it.' : undefined
  },
  save: (ctx, rows) => upsertRows(ctx.tx, bookOf(ctx), { table: vatRateTable, rows }),
})
