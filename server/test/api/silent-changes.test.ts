/** Every change people can make of what documents refer to, against every read: nothing changes silently. */
import { beforeAll, describe, expect, test } from 'vitest'
import type { Reply } from '../support/client.ts'
import { crate, type EveryDocument, everyDocument, type Place } from '../support/every-document.ts'
import { dataUri, png } from '../support/images.ts'
import { bank, company } from '../support/papers.ts'
import { peopleService } from '../support/person.ts'
import { useService } from '../support/service.ts'

const service = useService(peopleService)
let book: EveryDocument

beforeAll(async () => {
  book = await everyDocument(service)
}, 120_000)

const patchPartner = (body: object) => () => book.api.patch(`/partners/${book.partnerId}`, body)
const patchItem = (body: object) => () => book.api.patch(`/items/${book.itemId}`, body)
const settings = (wanted: Parameters<EveryDocument['apply']>[0]) => () => book.apply(wanted)

const countryId = async (code: string) => {
  const { data } = (await book.api.get('/countries')).body
  return data.find((country: { code: string }) => country.code === code).id
}

const warehouseOf = async (id: string) => (await book.api.get(`/warehouses/${id}`)).body

/** In this order: each is made on top of the others. */
const changes: [name: string, make: () => Promise<unknown>][] = [
  ['name of the partner', patchPartner({ name: 'Pivnice Na Růžku' })],
  ['ids of the partner', patchPartner({ ico: '27145310', dic: 'CZ27145310' })],
  ['address of the partner', patchPartner({ address: { street: 'Nová 9', city: 'Ostrava', zip: '700 30' } })],
  ['country of the partner', async () => patchPartner({ address: { country_id: await countryId('SK') } })()],
  ['contacts of the partner', patchPartner({ email: 'jina@hospoda.example', phone: '+420 111', payment_terms: 60 })],
  ['name of the item', patchItem({ name: 'Výčepní světlé' })],
  ['volume of the item', patchItem({ volume_l: '20' })],
  ['price and codes of the item', patchItem({ sale_price: '999', ean: '8590000000000', brand: 'Jiná' })],
  ['symbol of the unit', settings({ units: [{ ...crate, symbol: 'bedna', decimals: 0 }] })],
  ['decimals of the unit', settings({ units: [{ ...crate, symbol: 'bedna', decimals: 2 }] })],
  [
    'names of the warehouses',
    async () => {
      const { code, type } = await warehouseOf(book.main)
      const second = await warehouseOf(book.second)
      await book.apply({
        warehouses: [
          { code, type, name: 'Sklep' },
          { code: second.code, type: second.type, name: 'Stodola' },
        ],
      })
    },
  ],
  [
    'names of the desk and its shop',
    settings({
      shops: [{ code: 'MAIN', name: 'Podniková prodejna' }],
      cash_desks: [{ code: 'MAIN', name: 'Výčep', warehouse: 'MAIN', cash_account: 'CASH' }],
    }),
  ],
  ['name of the company', settings({ company: { ...company, name: 'Nový pivovar a.s.' } })],
  [
    'address and registration of the company',
    settings({
      company: {
        ...company,
        name: 'Nový pivovar a.s.',
        street: 'Jiná 1',
        ico: '48622109',
        register_note: 'B 1',
        phone: '1',
      },
    }),
  ],
  [
    'logo and colour of the company',
    settings({ company: { name: 'Nový pivovar a.s.', logo: dataUri(png()), accent_color: '#b5651d' } }),
  ],
  [
    'name of the deposit',
    settings({ deposits: [{ code: 'CR', name: 'Bedna', packaging_item: 'Z00001', amount: '100' }] }),
  ],
  ['IBAN of the account', settings({ finance_accounts: [{ ...bank, iban: 'CZ5508000000001234567899', bic: null }] })],
  [
    'default account',
    settings({
      finance_accounts: [{ code: 'NEW', type: 'bank', name: 'Nový', iban: 'CZ6508000000192000145399' }],
      finance_defaults: [{ payment_method: 'bank_transfer', account: 'NEW' }],
    }),
  ],
  ['payer status', () => book.tenant.set({ is_vat_payer: false })],
  ['partner out of use', patchPartner({ is_active: false })],
  ['item out of use', patchItem({ is_active: false })],
]

/** What may change without a new version: what can be done now. */
const content = ({ body, bytes }: Reply): string =>
  body === undefined
    ? bytes.toString('latin1')
    : JSON.stringify(body, (name, value) => (name === 'allowed_actions' ? undefined : value))

type Seen = Map<string, { reply: Reply; content: string }>

const postedPlaces = (): Place[] => book.places.filter(({ isPosted }) => isPosted)
const openPlaces = (): Place[] => book.places.filter(({ isPosted }) => !isPosted)

async function look(places: Place[]): Promise<Seen> {
  const seen: Seen = new Map()
  for (const { path } of places) {
    const reply = await book.api.get(path)
    expect(reply.status, `${path} ${reply.text}`).toBe(200)
    seen.set(path, { reply, content: content(reply) })
  }
  return seen
}

interface Row {
  id?: string
  item?: { id: string }
  warehouse?: { id: string }
  updated_at: string
}

const keyOf = ({ id, item, warehouse }: Row): string => id ?? `${item!.id}/${warehouse!.id}`

/** Rows of a list that show something else, with the time they were last changed. */
const changedRows = (before: Reply, after: Reply): [before: Row, after: Row][] => {
  const known = new Map((before.body.data as Row[]).map(row => [keyOf(row), row]))
  return (after.body.data as Row[])
    .map((row): [Row, Row] => [known.get(keyOf(row))!, row])
    .filter(([old, row]) => JSON.stringify(stripped(old)) !== JSON.stringify(stripped(row)))
}

const stripped = ({ updated_at: _, ...row }: Row) => ({ ...row, allowed_actions: undefined })

function silentChanges(before: Seen, after: Seen): string[] {
  const seen = book.places.filter(({ path }) => after.has(path))
  return seen.flatMap(({ name, path, isPosted }) => {
    const [old, now] = [before.get(path)!, after.get(path)!]
    if (old.content === now.content) return []
    if (isPosted) return [`${name} changed`]
    if ('data' in now.reply.body) {
      const silent = changedRows(old.reply, now.reply).filter(([was, is]) => was.updated_at === is.updated_at)
      return silent.map(([, row]) => `${name}: ${keyOf(row)} changed without a new updated_at`)
    }
    const isTold = old.reply.headers.etag !== now.reply.headers.etag
    return isTold ? [] : [`${name} changed under the same ETag`]
  })
}

describe.sequential('changed afterwards:', () => {
  let before: Seen
  let posted: Seen
  test.each(changes)('%s', async (_, make) => {
    before ??= await look(openPlaces())
    posted ??= await look(postedPlaces())
    service.clock.advance(60_000)
    const since = new Date(service.clock()).toISOString()
    const reply = (await make()) as Reply | undefined
    if (reply?.status) expect(reply.status, reply.text).toBe(200)
    const after = await look(openPlaces())
    expect(silentChanges(before, after)).toEqual([])
    await expectFound(before, after, since)
    before = after
  })

  // Looked at once, after all. No change undoes another: what followed one of them still shows it.
  test('what is posted, and its papers byte by byte, are what they were before all of it', async () => {
    expect(posted.size).toBeGreaterThan(40)
    expect(silentChanges(posted, await look(postedPlaces()))).toEqual([])
  })

  test('search finds a posted document by the name it shows, a draft by the new one', async () => {
    const names = async (path: string, words: string) =>
      (await book.api.get(`${path}?search=${encodeURIComponent(words)}&limit=200`)).body.data.map(
        ({ status }: { status: string }) => status,
      )
    for (const path of ['/orders', '/invoices', '/received-invoices', '/cashflows']) {
      expect(new Set(await names(path, 'Na Růžku')), path).toEqual(new Set(['draft']))
      expect(await names(path, 'Tří sudů'), path).not.toContain('draft')
    }
  })

  test('a new document, and one that was a draft, are posted with what holds then', async () => {
    await book.api.patch(`/partners/${book.partnerId}`, { is_active: true })
    await book.api.patch(`/items/${book.itemId}`, { is_active: true })
    const draft = book.places.find(({ name }) => name === 'draft invoice')!
    const reply = await book.api.post(`${draft.path}/actions/issue`)
    expect(reply.body).toMatchObject({ partner: { name: 'Pivnice Na Růžku' }, status: 'issued' })
    expect(reply.body.lines[0]).toMatchObject({
      item: { name: 'Výčepní světlé' },
      unit: { symbol: 'bedna', decimals: 2 },
    })
    const isdoc = (await book.api.get(`${draft.path}/isdoc`)).text
    expect(isdoc).toContain('Nový pivovar a.s.')
    expect(isdoc).toContain('<Name>Pivnice Na Růžku</Name>')
    expect(isdoc).toContain('<VATApplicable>false</VATApplicable>')
  })
})

/** Whatever a list shows otherwise is found by `updated_since`. */
async function expectFound(before: Seen, after: Seen, since: string): Promise<void> {
  for (const { path } of openPlaces()) {
    const { reply } = after.get(path)!
    if (reply.body === undefined || !('data' in reply.body) || path.includes('allocations')) continue
    const changed = changedRows(before.get(path)!.reply, reply).map(([, row]) => keyOf(row))
    if (changed.length === 0) continue
    const found = (await book.api.get(`${path}&updated_since=${since}`)).body.data.map(keyOf)
    expect(found, path).toEqual(expect.arrayContaining(changed))
  }
}
