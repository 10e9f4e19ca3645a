/** A batch sheet in words: what went in, where it was, what was measured, what came out and what it cost. Pure. */
import { decimal } from '../../../lib/decimal.ts'
import { toMilliseconds } from '../../../lib/instants.ts'
import { looksOf, withValues } from '../../../printing/looks.ts'
import type { Fact, Paper, Plot, TitledPlot, TitledTable } from '../../../printing/paper.ts'
import { dayText, moneyText, numberText, space } from '../../../printing/words.ts'
import type { SheetFacts } from './facts.ts'
import { plottedAxes } from './store.ts'
import { litresText, materialsTable, movementsTable, outputsTable, phasesTable, readingsTable } from './tables.ts'
import { axisText, clockText, dayOfText, phaseText, type Telling, wordsOf } from './words.ts'

export function sheetPaper(facts: SheetFacts, telling: Telling): Paper {
  const { language } = telling
  const { batch, company, logo, isLive } = facts
  const words = wordsOf(language)
  return {
    language,
    ...looksOf({ supplier: company, logo }),
    title: words.batchSheet,
    number: batch.number,
    subtitle: batch.name,
    mark: batch.phase === 'cancelled' ? words.cancelled : null,
    parties: [],
    facts: headFacts(facts, telling),
    lead: null,
    lines: materialsTable(facts, telling),
    remarks: [],
    deposits: null,
    recapitulation: null,
    parts: partsOf(facts, telling),
    totals: totalsOf(facts, telling),
    code: null,
    notes: batch.notes ? [batch.notes] : [],
    signatures: [words.brewer, words.checkedBy],
    footer: [company.name, isLive ? null : words.sandbox].filter(text => text !== null).join(' · '),
    author: company.name,
    changedAt: batch.updated_at,
  }
}

function headFacts({ batch }: SheetFacts, telling: Telling): Fact[][] {
  const { language } = telling
  const words = wordsOf(language)
  const figure = (text: string | null, unit: string) =>
    text === null ? null : `${numberText(text, language)}${space}${unit}`
  return [
    withValues([
      { label: words.beer, value: batch.item.name, isStrong: true },
      { label: words.recipe, value: batch.recipe && `${batch.recipe.name}, ${words.version} ${batch.recipe.version}` },
      { label: words.brewDate, value: dayText(batch.brew_date, language) },
      { label: words.plannedVolume, value: litresText(batch.planned_volume_l, telling) },
      { label: words.volume, value: batch.volume_l && litresText(batch.volume_l, telling) },
    ]),
    withValues([
      { label: words.phase, value: phaseText(batch.phase, language), isStrong: true },
      { label: words.vessel, value: batch.vessel?.name },
      { label: words.warehouse, value: batch.warehouse.name },
      { label: words.original, value: figure(batch.og_plato, '°P') },
      { label: words.final, value: figure(batch.fg_plato, '°P') },
      { label: words.alcohol, value: figure(batch.abv, '%') },
      { label: words.attenuation, value: figure(batch.derived.apparent_attenuation_pct, '%') },
    ]),
  ]
}

/** What has nothing to tell is left out. */
function partsOf(facts: SheetFacts, telling: Telling): (TitledTable | TitledPlot)[] {
  const words = wordsOf(telling.language)
  const plot = plotOf(facts, telling)
  const table = (title: string, made: TitledTable['table']) => (made.rows.length > 0 ? [{ title, table: made }] : [])
  return [
    ...table(words.phases, phasesTable(facts, telling)),
    ...(plot ? [{ title: words.plot, plot }] : []),
    ...table(words.readings, readingsTable(facts, telling)),
    ...table(words.movements, movementsTable(facts, telling)),
    ...table(words.outputs, outputsTable(facts, telling)),
  ]
}

const dayMs = 86_400_000

function plotOf({ batch, points }: SheetFacts, telling: Telling): Plot | undefined {
  const drawn = plottedAxes
    .map(axis => ({ label: axisText(axis, telling.language), points: points.filter(point => point.axis === axis) }))
    .filter(curve => curve.points.length > 0)
  if (drawn.length === 0) return undefined
  const [from, to] = [points[0]!.at, points.at(-1)!.at]
  const beginnings = batch.phases.map(({ phase, started_at }) => ({
    at: toMilliseconds(started_at),
    label: phaseText(phase, telling.language),
  }))
  return {
    from,
    to,
    curves: drawn,
    ticks: ticksOf(from, to, telling),
    beginnings: beginnings.filter(({ at }) => at >= from && at <= to),
  }
}

/** Days where there are some; else hours. */
function ticksOf(from: number, to: number, telling: Telling): Plot['ticks'] {
  const isShort = to - from < 3 * dayMs
  const labelOf = (at: number) => (isShort ? clockText(at, telling.timeZone) : dayOfText(at, telling))
  const parts = to === from ? 0 : 6
  return Array.from({ length: parts + 1 }, (_, index) => from + ((to - from) * index) / (parts || 1)).map(at => ({
    at,
    label: labelOf(at),
  }))
}

function totalsOf({ cost }: SheetFacts, telling: Telling): Fact[] {
  const words = wordsOf(telling.language)
  const { totals, yield: yielded, in_process, currency } = cost
  const amount = (text: string) => `${moneyText(decimal(text), telling.language)}${space}${currency}`
  const unless0 = (label: string, text: string, show: (text: string) => string) =>
    decimal(text).eq(0) ? [] : [{ label, value: show(text) }]
  const litres = (text: string) => litresText(text, telling)
  return [
    { label: words.materials, value: amount(totals.materials) },
    ...unless0(words.transferredIn, totals.transferred_in, amount),
    ...unless0(words.transferredOut, totals.transferred_out, amount),
    ...unless0(words.receivedValue, totals.received, amount),
    ...unless0(words.byProducts, totals.by_products, amount),
    ...unless0(words.writtenOff, totals.written_off, amount),
    ...unless0(words.cellarLoss, yielded.cellar_loss_l, litres),
    ...unless0(words.packagingLoss, yielded.packaging_loss_l, litres),
    ...(yielded.yield_pct === null
      ? []
      : [{ label: words.yield, value: `${numberText(yielded.yield_pct, telling.language)}${space}%` }]),
    { label: words.inProcess, value: amount(in_process.value), isStrong: true },
  ]
}
