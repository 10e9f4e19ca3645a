/**
 * What a member means wherever its declaration does not say it better: by its name, or by its holder and its name. The
 * holder is the kind of the record (`order.invoice_id`), the name of the shape (`CostTotals.materials`) or the member the
 * object stands in (`delivery.type`).
 */
import { assert } from '../../lib/assert.ts'
import { brewery } from './brewery.ts'
import { catalogue } from './catalogue.ts'
import { common } from './common.ts'
import { counter } from './counter.ts'
import { integration } from './integration.ts'
import { sales } from './sales.ts'
import { stock } from './stock.ts'

const families: readonly Readonly<Record<string, string>>[] = [
  common,
  catalogue,
  sales,
  stock,
  brewery,
  counter,
  integration,
]

const meanings = new Map<string, string>()
for (const [name, meaning] of families.flatMap(family => Object.entries(family))) {
  assert(!meanings.has(name), `${name} has one meaning`)
  meanings.set(name, meaning)
}

export const namesWithMeaning: readonly string[] = [...meanings.keys()]

export const meaningOf = (holder: string, name: string): string | undefined =>
  meanings.get(`${holder}.${name}`) ?? meanings.get(name)
