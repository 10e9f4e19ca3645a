/** The words of batch sheets in Czech and English. */
import { dayIn } from '../../../lib/days.ts'
import { type Instant, toMilliseconds } from '../../../lib/instants.ts'
import { dayText, type Language, space } from '../../../printing/words.ts'
import type { LossReason } from '../batches/bodies.ts'
import type { BatchPhase, EntryKind } from '../batches/schema.ts'
import type { Axis } from '../measurements/axes.ts'

const czech = {
  batchSheet: 'Varní list',
  cancelled: 'STORNO',
  sandbox: 'Zkušební doklad ze sandboxu',
  beer: 'Pivo',
  recipe: 'Receptura',
  version: 'verze',
  brewDate: 'Datum várky',
  plannedVolume: 'Plánovaný objem',
  volume: 'V procesu',
  phase: 'Fáze',
  vessel: 'Nádoba',
  warehouse: 'Sklad',
  original: 'Původní extrakt',
  final: 'Konečný extrakt',
  alcohol: 'Alkohol',
  attenuation: 'Zdánlivé prokvašení',
  materials: 'Suroviny',
  code: 'Kód',
  material: 'Surovina',
  lot: 'Šarže',
  quantity: 'Množství',
  value: 'Hodnota',
  total: 'Celkem',
  phases: 'Fáze a nádoby',
  from: 'Od',
  to: 'Do',
  litres: 'Objem',
  loss: 'Ztráta',
  note: 'Poznámka',
  plot: 'Průběh extraktu a teploty',
  readings: 'Měření',
  reading: 'Veličina',
  first: 'První',
  last: 'Poslední',
  least: 'Nejmenší',
  most: 'Největší',
  count: 'Počet',
  movements: 'Ztráty a přesuny',
  date: 'Datum',
  movement: 'Pohyb',
  outputs: 'Výroba',
  output: 'Výstup',
  received: 'Příjem na sklad',
  byProduct: 'Vedlejší produkt',
  packaging: 'Stáčení',
  unitCost: 'Cena za l',
  transferredIn: 'Převzato z jiných várek',
  transferredOut: 'Předáno jiným várkám',
  receivedValue: 'Přijato na sklad',
  byProducts: 'Vedlejší produkty',
  writtenOff: 'Odepsáno',
  inProcess: 'Zbývá v procesu',
  cellarLoss: 'Ztráta ve sklepě',
  packagingLoss: 'Ztráta při stáčení',
  yield: 'Výtěžnost',
  brewer: 'Sládek',
  checkedBy: 'Kontroloval',
}

export type Words = typeof czech

const english: Words = {
  batchSheet: 'Batch sheet',
  cancelled: 'CANCELLED',
  sandbox: 'Trial document of a sandbox',
  beer: 'Beer',
  recipe: 'Recipe',
  version: 'version',
  brewDate: 'Brew date',
  plannedVolume: 'Planned volume',
  volume: 'In process',
  phase: 'Phase',
  vessel: 'Vessel',
  warehouse: 'Warehouse',
  original: 'Original extract',
  final: 'Final extract',
  alcohol: 'Alcohol',
  attenuation: 'App. attenuation',
  materials: 'Materials',
  code: 'Code',
  material: 'Material',
  lot: 'Lot',
  quantity: 'Quantity',
  value: 'Value',
  total: 'Total',
  phases: 'Phases and vessels',
  from: 'From',
  to: 'To',
  litres: 'Volume',
  loss: 'Loss',
  note: 'Note',
  plot: 'Extract and temperature over time',
  readings: 'Measurements',
  reading: 'Measured',
  first: 'First',
  last: 'Last',
  least: 'Least',
  most: 'Most',
  count: 'Count',
  movements: 'Losses and transfers',
  date: 'Date',
  movement: 'Movement',
  outputs: 'Production',
  output: 'Output',
  received: 'Received into stock',
  byProduct: 'By-product',
  packaging: 'Packaging run',
  unitCost: 'Cost per l',
  transferredIn: 'Taken from other batches',
  transferredOut: 'Given to other batches',
  receivedValue: 'Received into stock',
  byProducts: 'By-products',
  writtenOff: 'Written off',
  inProcess: 'Left in process',
  cellarLoss: 'Cellar loss',
  packagingLoss: 'Packaging loss',
  yield: 'Yield',
  brewer: 'Brewer',
  checkedBy: 'Checked by',
}

export const wordsOf = (language: Language): Words => (language === 'cs' ? czech : english)

const phases: Record<Language, Record<BatchPhase, string>> = {
  cs: {
    planned: 'plánováno',
    brewing: 'vaření',
    fermentation: 'kvašení',
    lagering: 'ležení',
    packaging: 'stáčení',
    completed: 'dokončeno',
    cancelled: 'zrušeno',
  },
  en: {
    planned: 'planned',
    brewing: 'brewing',
    fermentation: 'fermentation',
    lagering: 'lagering',
    packaging: 'packaging',
    completed: 'completed',
    cancelled: 'cancelled',
  },
}

export const phaseText = (phase: BatchPhase, language: Language): string => phases[language][phase]

/** Movements a sheet tells of: the others stand in its other tables. */
const movements: Record<Language, Partial<Record<EntryKind, string>>> = {
  cs: {
    loss: 'ztráta',
    gain: 'přírůstek',
    split_in: 'odděleno z',
    split_out: 'odděleno do',
    blend_in: 'přimícháno z',
    blend_out: 'smícháno do',
    write_off: 'odpis',
  },
  en: {
    loss: 'loss',
    gain: 'gain',
    split_in: 'split off from',
    split_out: 'split off as',
    blend_in: 'blended from',
    blend_out: 'blended into',
    write_off: 'write-off',
  },
}

export const movementText = (kind: EntryKind, language: Language): string | undefined => movements[language][kind]

const reasons: Record<Language, Record<LossReason, string>> = {
  cs: {
    trub: 'kaly',
    yeast: 'kvasnice',
    filter: 'filtrace',
    spill: 'únik',
    sample: 'vzorek',
    dump: 'vylito',
    other: 'jiné',
  },
  en: {
    trub: 'trub',
    yeast: 'yeast',
    filter: 'filter',
    spill: 'spill',
    sample: 'sample',
    dump: 'dumped',
    other: 'other',
  },
}

/** A reason of the list in its words, any other as it was written. */
export const reasonText = (reason: string, language: Language): string =>
  (reasons[language] as Record<string, string>)[reason] ?? reason

const axes: Record<Language, Record<Axis, string>> = {
  cs: {
    gravity_plato: 'Extrakt (°P)',
    temperature_c: 'Teplota (°C)',
    ph: 'pH',
    pressure_bar: 'Tlak (bar)',
    volume_l: 'Objem (l)',
    co2_g_l: 'CO₂ (g/l)',
    abv_pct: 'Alkohol (% obj.)',
  },
  en: {
    gravity_plato: 'Extract (°P)',
    temperature_c: 'Temperature (°C)',
    ph: 'pH',
    pressure_bar: 'Pressure (bar)',
    volume_l: 'Volume (l)',
    co2_g_l: 'CO₂ (g/l)',
    abv_pct: 'Alcohol (% vol.)',
  },
}

export const axisText = (axis: Axis, language: Language): string => axes[language][axis]

/** Where and in which words moments are told. */
export interface Telling {
  language: Language
  timeZone: string
}

export const clockText = (ms: number, timeZone: string): string =>
  new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit' }).format(ms)

export const dayOfText = (ms: number, { language, timeZone }: Telling): string => dayText(dayIn(timeZone, ms), language)

/** The day and the minute. */
export function momentText(at: Instant, telling: Telling): string {
  const ms = toMilliseconds(at)
  return `${dayOfText(ms, telling)}${space}${clockText(ms, telling.timeZone)}`
}
