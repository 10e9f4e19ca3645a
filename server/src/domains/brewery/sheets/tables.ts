/** The tables of a batch sheet in words. Pure. */
import { decimal, plain } from '../../../lib/decimal.ts'
import type { Column, Table } from '../../../printing/paper.ts'
import { moneyText, numberText, priceText, space } from '../../../printing/words.ts'
import type { BatchCost } from '../production/schema.ts'
import type { SheetFacts } from './facts.ts'
import { axisText, momentText, movementText, phaseText, reasonText, type Telling, wordsOf } from './words.ts'

const left = (title: string, width?: number): Column => ({ title, align: 'left', ...(width && { width }) })
const right = (title: string, width: number): Column => ({ title, align: 'right', width })

const amountText = (text: string, { language }: Telling): string => moneyText(decimal(text), language)

export const litresText = (litres: string, { language }: Telling): string => `${numberText(litres, language)}${space}l`

const quantityText = (quantity: string, unit: { symbol: string }, { language }: Telling): string =>
  `${numberText(quantity, language)}${space}${unit.symbol}`

/** One row for each lot; its item stands before the first. */
export function materialsTable({ cost }: SheetFacts, telling: Telling): Table {
  const words = wordsOf(telling.language)
  const cells = ({ item, unit, lots }: BatchCost['materials'][number]): string[][] =>
    lots.map(({ lot_number, quantity, value }, index) => [
      index === 0 ? (item.code ?? '') : '',
      index === 0 ? item.name : '',
      lot_number ?? '',
      quantityText(quantity, unit, telling),
      amountText(value, telling),
    ])
  return {
    columns: [
      left(words.code, 60),
      left(words.material),
      left(words.lot, 110),
      right(words.quantity, 70),
      right(words.value, 70),
    ],
    rows: cost.materials.flatMap(cells),
    foot: [words.total, '', '', '', amountText(cost.totals.materials, telling)],
  }
}

export function phasesTable({ batch, vessels }: SheetFacts, telling: Telling): Table {
  const words = wordsOf(telling.language)
  return {
    columns: [
      left(words.phase, 62),
      left(words.vessel, 90),
      left(words.from, 88),
      left(words.to, 88),
      right(words.litres, 52),
      right(words.loss, 46),
      left(words.note),
    ],
    rows: batch.phases.map(stay => [
      phaseText(stay.phase, telling.language),
      stay.vessel_id === null ? '' : (vessels.get(stay.vessel_id) ?? ''),
      momentText(stay.started_at, telling),
      stay.ended_at === null ? '' : momentText(stay.ended_at, telling),
      stay.volume_l === null ? '' : litresText(stay.volume_l, telling),
      stay.loss_l === '0' ? '' : litresText(stay.loss_l, telling),
      stay.note ?? '',
    ]),
  }
}

export function readingsTable({ readings }: SheetFacts, telling: Telling): Table {
  const words = wordsOf(telling.language)
  const figure = (text: string) => numberText(text, telling.language)
  return {
    columns: [
      left(words.reading),
      right(words.first, 60),
      right(words.last, 60),
      right(words.least, 60),
      right(words.most, 60),
      right(words.count, 50),
    ],
    rows: readings.map(({ axis, first, last, least, most, count }) => [
      axisText(axis, telling.language),
      ...[first, last, least, most, String(count)].map(figure),
    ]),
  }
}

/** What litres were lost, gained, given away or taken in, beside what phases and receipts tell. */
export function movementsTable({ entries }: SheetFacts, telling: Telling): Table {
  const words = wordsOf(telling.language)
  const { language } = telling
  return {
    columns: [
      left(words.date, 88),
      left(words.movement, 130),
      right(words.litres, 60),
      right(words.value, 64),
      left(words.note),
    ],
    rows: entries.flatMap(({ kind, occurred_at, other_batch_number, volume_l, value, reason, note }) => {
      const movement = movementText(kind, language)
      if (movement === undefined) return []
      return [
        [
          momentText(occurred_at, telling),
          [movement, other_batch_number].filter(Boolean).join(' '),
          litresText(volume_l, telling),
          decimal(value).eq(0) ? '' : amountText(value, telling),
          [reason && reasonText(reason, language), note].filter(Boolean).join(': '),
        ],
      ]
    }),
  }
}

export function outputsTable({ cost }: SheetFacts, telling: Telling): Table {
  const words = wordsOf(telling.language)
  const price = (text: string) => priceText(text, telling.language)
  return {
    columns: [left(words.output), right(words.quantity, 80), right(words.value, 80), right(words.unitCost, 70)],
    rows: [
      ...cost.receipts.map(({ quantity, unit, value, unit_cost }) => [
        words.received,
        quantityText(quantity, unit, telling),
        amountText(value, telling),
        price(unit_cost),
      ]),
      ...cost.by_products.map(({ item, quantity, unit, value }) => [
        `${words.byProduct}: ${item.name}`,
        quantityText(quantity, unit, telling),
        amountText(value, telling),
        '',
      ]),
      ...cost.packaging.map(({ number, filled_quantity, value }) => [
        `${words.packaging} ${number}`,
        litresText(plain(decimal(filled_quantity)), telling),
        amountText(value, telling),
        '',
      ]),
    ],
  }
}
