/** A delivery note in words: what was handed over, of which lots, without prices. Pure. */

import { homeCurrency } from '../../../lib/currencies.ts'
import { decimal } from '../../../lib/decimal.ts'
import { looksOf, withValues } from '../../../printing/looks.ts'
import type { Paper, PartyBlock, Table, TitledTable } from '../../../printing/paper.ts'
import { dayText, type Language, moneyText, numberText } from '../../../printing/words.ts'
import type { DeliveredBeer } from '../../excise/index.ts'
import { type DeliveryParties, postedQuantity, type StockDocument, type StockLineRow } from '../../stock/index.ts'
import { crossesBorder, deliveryBlock, footerOf, partyBlock } from './parties.ts'
import type { DeliveredLot } from './store.ts'
import { wordsOf } from './words.ts'

export interface DeliveryFacts extends DeliveryParties {
  document: StockDocument
  lines: readonly StockLineRow[]
  /** Once it is confirmed: what the lines were taken from. */
  lots: readonly DeliveredLot[]
  /** By whole °Plato, of an account with excise. */
  beers: readonly DeliveredBeer[]
  /** The logo of the supplier as a data URI. */
  logo: string | null
  isLive: boolean
}

export function deliveryPaper(facts: DeliveryFacts, language: Language): Paper {
  const { document, supplier } = facts
  const words = wordsOf(language)
  return {
    language,
    ...looksOf(facts),
    title: words.deliveryNote,
    number: document.number,
    subtitle: null,
    mark: document.status === 'draft' ? words.draft : document.status === 'cancelled' ? words.cancelled : null,
    parties: [
      partyBlock(supplier, words.supplier, { language, showsCountry: crossesBorder(supplier, facts.customer) }),
      ...receiver(facts, language),
      ...deliveryBlock(facts.deliveryAddress, facts, language),
    ],
    facts: [
      withValues([
        { label: words.deliveryDate, value: dayText(document.date, language), isStrong: true },
        { label: words.warehouse, value: document.warehouse_name },
      ]),
      withValues([{ label: words.order, value: facts.orderNumber }]),
    ],
    lead: null,
    lines: linesTable(facts, language),
    remarks: [],
    deposits: null,
    recapitulation: beerTable(facts, language),
    totals: [],
    code: null,
    notes: document.notes ? [document.notes] : [],
    signatures: [facts.issuedBy ? `${words.issuedBy}: ${facts.issuedBy}` : words.issuedBy, words.receivedBy],
    footer: footerOf(supplier, facts.isLive, language),
    author: supplier.name,
    changedAt: document.updated_at,
  }
}

/** A customer; of a transfer the warehouse it goes to; of a loss nobody. */
function receiver({ document, supplier, customer }: DeliveryFacts, language: Language): PartyBlock[] {
  const words = wordsOf(language)
  const showsCountry = crossesBorder(supplier, customer)
  if (customer) return [partyBlock(customer, words.customer, { language, showsCountry })]
  return document.target_name === null ? [] : [{ label: words.targetWarehouse, name: document.target_name, lines: [] }]
}

function linesTable({ lines, lots }: DeliveryFacts, language: Language): Table {
  const words = wordsOf(language)
  return {
    columns: [
      { title: words.code, width: 70, align: 'left' },
      { title: words.item, align: 'left' },
      { title: words.lot, width: 100, align: 'left' },
      { title: words.expiry, width: 80, align: 'left' },
      { title: words.quantity, width: 80, align: 'right' },
    ],
    rows: lines
      .filter(line => !decimal(postedQuantity(line)).eq(0))
      .flatMap(line =>
        lotsOf(line, lots).map(({ lot_number, expiry_date, quantity }) => [
          line.item_code ?? '',
          line.item_name,
          lot_number ?? '',
          expiry_date === null ? '' : dayText(expiry_date, language),
          `${numberText(quantity, language)}\u00a0${line.unit_symbol}`,
        ]),
      ),
  }
}

/** Section 87a of the act: how much of which °Plato, and its rate. */
function beerTable({ beers }: DeliveryFacts, language: Language): TitledTable | null {
  if (beers.length === 0) return null
  const words = wordsOf(language)
  return {
    title: words.beerByPlato,
    table: {
      columns: [
        { title: words.plato, align: 'left' },
        { title: words.hectolitres, width: 110, align: 'right' },
        { title: words.exciseRate, width: 150, align: 'right' },
      ],
      rows: beers.map(({ plato, hl, rate }) => [
        String(plato),
        numberText(hl, language),
        rate === null ? '' : `${moneyText(decimal(rate), language)}\u00a0${homeCurrency}`,
      ]),
    },
  }
}

/** A draft took from nothing yet: it shows the lot its line names. */
function lotsOf(line: StockLineRow, lots: readonly DeliveredLot[]): Omit<DeliveredLot, 'line_id'>[] {
  const own = lots.filter(({ line_id }) => line_id === line.id)
  const { lot_number, expiry_date } = line
  return own.length > 0 ? own : [{ lot_number, expiry_date, quantity: postedQuantity(line) }]
}
