/** Kinds of records a form refers to: where they are searched and how one is called. */
import { queryOptions } from '@tanstack/react-query'
import { plain } from '../format/plain.ts'
import { currentLanguage } from '../words/language.ts'
import { currentBook } from './book.ts'
import { get } from './client.ts'
import { type Page, queryClient, recordQuery } from './queries.ts'

export interface Picked {
  id: string
  name: string
  code?: string
}

interface Pickable {
  path: string
  /** Long lists are searched by the service; short ones are read whole and filtered here. */
  isSearched?: true
  query?: Record<string, string>
  /** Of a short list: what somebody may choose. */
  isOffered?: (row: Record<string, unknown>) => boolean
  show: (row: Record<string, unknown>) => Picked
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '')
const named = (row: Record<string, unknown>): Picked => ({
  id: text(row.id),
  name: text(row.name),
  ...(row.code ? { code: text(row.code) } : {}),
})
const numbered = (row: Record<string, unknown>): Picked => ({
  id: text(row.id),
  name: text((row.partner as Record<string, unknown> | null)?.name ?? row.name ?? ''),
  code: text(row.number),
})
/** Their own number says more than ours, which a draft has not. */
const received = (row: Record<string, unknown>): Picked => ({
  id: text(row.id),
  name: text((row.partner as Record<string, unknown> | null)?.name ?? row.description),
  code: text(row.supplier_invoice_number ?? row.number),
})
const unit = (row: Record<string, unknown>): Picked => ({
  id: text(row.id),
  name: text(row.symbol),
  code: text(row.code),
})

const country = (row: Record<string, unknown>): Picked => ({
  id: text(row.id),
  name: text(row[`name_${currentLanguage()}`]),
  code: text(row.code),
})

const kinds = {
  partner: { path: '/partners', isSearched: true, query: { is_active: 'true' }, show: named },
  item: { path: '/items', isSearched: true, query: { is_active: 'true' }, show: named },
  contact: { path: '/contacts', isSearched: true, show: named },
  order: { path: '/orders', isSearched: true, show: numbered },
  invoice: { path: '/invoices', isSearched: true, show: numbered },
  received_invoice: { path: '/received-invoices', isSearched: true, show: received },
  cashflow: { path: '/cashflows', isSearched: true, show: received },
  stock_issue: { path: '/stock-issues', isSearched: true, show: numbered },
  batch: { path: '/batches', isSearched: true, show: numbered },
  recipe: { path: '/recipes', isSearched: true, show: named },
  // Into those of the service itself (on the way, on tap) nobody writes.
  warehouse: {
    path: '/warehouses',
    isOffered: ({ type, is_active }) => type !== 'system' && is_active === true,
    show: named,
  },
  /** To look for what lies there, or lay there. */
  any_warehouse: { path: '/warehouses', show: named },
  shop: { path: '/shops', show: named },
  unit: { path: '/units', show: unit },
  account: { path: '/finance-accounts', show: named },
  price_list: { path: '/price-lists', show: named },
  country: { path: '/countries', show: country },
  vat_rate: { path: '/vat-rates', show: named },
  category: { path: '/categories', show: named },
  deposit: { path: '/deposits', show: named },
  vessel: { path: '/vessels', show: named },
  cash_desk: { path: '/cash-desks', show: named },
} satisfies Record<string, Pickable>

export type PickKind = keyof typeof kinds

/** The kind a field such as `partner_id` or `source_warehouse_id` refers to. */
export function kindOfField(field: string): PickKind | undefined {
  const name = field.replace(/_id$/, '')
  const known = (Object.keys(kinds) as PickKind[]).sort((one, other) => other.length - one.length)
  return known.find(kind => name === kind || name.endsWith(`_${kind}`))
}

const isAnswering = (search: string, { name, code }: Picked): boolean =>
  plain(`${code ?? ''} ${name}`).includes(plain(search))

/** What begins with the search first, then what has a word that does: Enter chooses the first of them. */
function bestFirst(search: string, found: readonly Picked[]): Picked[] {
  const wanted = plain(search)
  const rank = ({ name, code = '' }: Picked): number => {
    const texts = [plain(code), plain(name)]
    if (texts.some(each => each.startsWith(wanted))) return 0
    return texts.some(each => each.includes(` ${wanted}`)) ? 1 : 2
  }
  return found.toSorted((one, other) => rank(one) - rank(other))
}

export function pickQuery(kind: PickKind, search: string, own: Record<string, string> = {}) {
  const { path, show, query, isSearched, isOffered = () => true }: Pickable = kinds[kind]
  const book = currentBook()
  const asked = { limit: 20, ...query, ...own, ...(isSearched && search ? { search } : {}) }
  return queryOptions({
    queryKey: [book, path, asked, 'picked', kind, search],
    queryFn: async ({ signal }) => {
      const { body } = await get<Page<Record<string, unknown>>>(path, {
        query: isSearched ? asked : { ...query, ...own },
        signal,
        book,
      })
      const rows = body.data.filter(isOffered).map(show)
      return bestFirst(search, isSearched ? rows : rows.filter(row => isAnswering(search, row)))
    },
  })
}

const isId = (name: string): boolean => /^[0-9a-f-]{36}$/.test(name)

/** Settings name items and partners by what stays the same in every book. */
const byName: Partial<Record<PickKind, string>> = { item: 'code', partner: 'ico' }

/** Whether a field of the settings names a record, though it is a text. */
export const isNaming = (field: string): boolean => {
  const kind = /_ids?$/.test(field) ? undefined : kindOfField(field)
  return kind !== undefined && byName[kind] !== undefined
}

/** What a stored id or name stands for. */
export function pickedQuery(kind: PickKind, id: string) {
  const { path, show, isSearched }: Pickable = kinds[kind]
  const book = currentBook()
  return queryOptions({
    queryKey: [book, path, { id }, 'picked'],
    queryFn: async (): Promise<Picked> => {
      const named = byName[kind]
      if (named && !isId(id)) {
        const query = { [id.includes(':') ? 'external_ref' : named]: id }
        const { body } = await get<Page<Record<string, unknown>>>(path, { query, book })
        return body.data.map(show)[0] ?? { id, name: id }
      }
      if (isSearched && kind !== 'contact') {
        const { body } = await queryClient.fetchQuery(recordQuery<Record<string, unknown>>(`${path}/${id}`, {}, book))
        return show(body)
      }
      const { body } = await get<Page<Record<string, unknown>>>(path, { query: isSearched ? { limit: 200 } : {}, book })
      return body.data.map(show).find(row => row.id === id) ?? { id, name: id }
    },
  })
}
