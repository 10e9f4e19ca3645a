/** The account's own units in the settings. */
import { Type } from 'typebox'
import { OneOf, Shape, type Static, Text } from '../../../contract/schema.ts'
import { upsertRows } from '../../../db/upsert.ts'
import type { WriteContext } from '../../../kernel/context.ts'
import { theHouse } from '../../../kernel/domain.ts'
import { defineSection } from '../../../kernel/section.ts'
import { bookOf, codeOf, Flag, optional, orNull } from '../../../kernel/settings-words.ts'
import { defineSource } from '../../../kernel/snapshot.ts'
import { listUsed } from '../../../kernel/uses.ts'
import { decimal, plainText } from '../../../lib/decimal.ts'
import { emitRenamedItems } from '../items/actions.ts'
import { items } from '../items/record.ts'
import { itemTable, listItemsOfUnits } from '../items/store.ts'
import { itemNames } from '../names/sources.ts'
import { allUnits } from './sources.ts'
import { findRenamedUnits, type UnitRow, unitTable } from './store.ts'
import { quantityInUnit } from './uses.ts'

const OwnUnit = Shape({
  code: Text(1, 10),
  symbol: Text(1, 20),
  name_cs: Text(1, 80),
  name_en: Text(1, 80),
  dimension: OneOf(['weight', 'volume', 'count']),
  base_unit_code: orNull(Text(1, 10)),
  to_base_factor: optional(Type.String({ pattern: '^\\d{1,12}(\\.\\d{1,15})?$' })),
  decimals: orNull(Type.Integer({ minimum: 0, maximum: 8 })),
  is_active: Flag,
})
type OwnUnit = Static<typeof OwnUnit>

declare module '../../../kernel/settings.ts' {
  interface Settings {
    units?: OwnUnit[]
  }
}

const writtenUnits = defineSource({
  load: ({ db, account }) => listUsed(db, theHouse().usesOf(quantityInUnit), account.book.id),
})

export const units = defineSection<OwnUnit, UnitRow>({
  name: 'units',
  place: 4,
  description: "The account's own units, beside those of the system.",
  entry: OwnUnit,
  needs: [allUnits, itemNames, writtenUnits],
  load: async ({ read }) => (await read(allUnits)).filter(unit => !unit.is_system),
  // A base unit may stand after those that rely on it: the export goes by the code.
  arrange: sent => sent.toSorted((one, other) => Number(isDerived(one)) - Number(isDerived(other))),
  // The factor has more places than other decimals.
  canonical: sent => ({ ...sent, ...(sent.to_base_factor && { to_base_factor: plainText(sent.to_base_factor) }) }),
  key: codeOf,
  defaults: { base_unit_code: null, to_base_factor: '1', decimals: null, is_active: true },
  out: ({ code, symbol, name_cs, name_en, dimension, base_unit_code, to_base_factor, decimals, is_active }) => ({
    code,
    symbol,
    name_cs,
    name_en,
    dimension,
    base_unit_code,
    to_base_factor,
    decimals,
    is_active,
  }),
  row: (entry, id) => ({ ...entry, id, is_system: false, systems: [], offered_for_materials: [] }),
  refuse(entry, { before, row, rows, snapshot }) {
    const system = snapshot.get(allUnits).filter(unit => unit.is_system)
    if (system.some(({ code }) => code === entry.code)) return 'A unit of the system has this code.'
    if (!before) return refuseConversion(entry, [...system, ...rows.values()])
    const isConverted =
      before.dimension !== entry.dimension ||
      before.base_unit_code !== entry.base_unit_code ||
      before.to_base_factor !== entry.to_base_factor
    if (isConverted) return 'The dimension and the conversion of a unit cannot change: quantities rely on them.'
    const kept = snapshot.get(itemNames).all.filter(({ unit_id }) => unit_id === row?.id)
    if (!entry.is_active && kept.some(({ is_active }) => is_active)) return 'Active items are kept in it.'
    if ((entry.decimals ?? 3) >= (before.decimals ?? 3)) return undefined
    if (kept.length > 0) return 'Its decimals cannot become fewer: items are kept in it.'
    const isWritten = row !== undefined && snapshot.get(writtenUnits).has(row.id)
    return isWritten ? 'Its decimals cannot become fewer: quantities are written in it.' : undefined
  },
  async save(ctx, rows) {
    const at = bookOf(ctx)
    const renamed = await findRenamedUnits(ctx.tx, at.bookId, rows)
    await upsertRows(ctx.tx, at, { table: unitTable, rows: rows.map(row => ({ ...row, sort_order: 0 })) })
    await emitItemsOfUnits(ctx, renamed)
  },
})

const isDerived = ({ base_unit_code }: OwnUnit): boolean => (base_unit_code ?? null) !== null

function refuseConversion(entry: Required<OwnUnit>, known: UnitRow[]): string | undefined {
  if (decimal(entry.to_base_factor).lte(0)) return 'to_base_factor must be greater than 0.'
  if (entry.base_unit_code === null) {
    return entry.to_base_factor === '1' ? undefined : 'A unit without base_unit_code has the factor 1.'
  }
  const base = known.find(({ code }) => code === entry.base_unit_code)
  if (base?.dimension !== entry.dimension) return 'base_unit_code must name a unit of the same dimension.'
  return base.base_unit_code === null ? undefined : 'base_unit_code must name a base unit.'
}

/** Items show their units, open documents the units of their items: all follow a new name. */
async function emitItemsOfUnits(ctx: WriteContext, unitIds: string[]): Promise<void> {
  if (unitIds.length === 0) return
  const at = bookOf(ctx)
  const found = await listItemsOfUnits(ctx.tx, at.bookId, unitIds)
  const touched = found.map(item => ({ ...item, version: item.version + 1, updated_at: ctx.now }))
  await itemTable.save(ctx.tx, at, touched)
  for (const item of touched) {
    const changes = [
      ...(unitIds.includes(item.unit_id) ? ['unit'] : []),
      ...(item.recipe_unit_id && unitIds.includes(item.recipe_unit_id) ? ['recipe_unit'] : []),
    ]
    items.emit(ctx, item, { name: 'updated', changes })
  }
  const kept = touched.filter(({ unit_id }) => unitIds.includes(unit_id)).map(({ id }) => id)
  await emitRenamedItems(ctx, kept)
  for (const follower of theHouse().followers) await follower.units?.(ctx, unitIds)
}
