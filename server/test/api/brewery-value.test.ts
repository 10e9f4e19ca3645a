/** What a batch is worth: the golden variants, and that nothing is written off in silence. */
import { expect, test } from 'vitest'
import { type Brewhouse, brewhouse } from '../support/brewery.ts'
import { useService } from '../support/service.ts'

const service = useService()

/** 2 005 l worth 14 227.13: the golden brew before anything leaves it. */
async function golden(): Promise<{ book: Brewhouse; id: string; path: string }> {
  const book = await brewhouse(service)
  const { id, path } = await book.fermenting('2005', { brew_date: '2026-03-01' })
  const malt = await book.item()
  await book.received(malt, '1422713', '0.01', { date: '2026-02-01' })
  await book.issued(malt, '1422713', { movement_purpose: 'production_out', batch_id: id })
  return { book, id, path }
}

const newest = async (book: Brewhouse, id: string) => (await book.ledger(id))[0]

test('200: an abnormal loss of 400 l takes 2 838.33 along, and gives it back', async () => {
  const { book, id, path } = await golden()
  await book.act(path, 'record_loss', { volume_l: '400', is_abnormal: true })
  const left = { volume_after_l: '1605', value_after: '11388.80' }
  expect(await newest(book, id)).toMatchObject({ kind: 'loss', value: '-2838.33', ...left })
  await book.act(path, 'undo_last')
  expect(await newest(book, id)).toMatchObject({ value: '2838.33', volume_after_l: '2005', value_after: '14227.13' })
})

test('200: a split of 600 l takes 4 257.50 over, and gives it back', async () => {
  const { book, id, path } = await golden()
  const { created } = (await book.act(path, 'split', { volume_l: '600', vessel_id: await book.vessel() })).body
  expect(await newest(book, id)).toMatchObject({ volume_after_l: '1405', value_after: '9969.63' })
  expect(await newest(book, created.id)).toMatchObject({ volume_after_l: '600', value_after: '4257.50' })
  await book.act(path, 'undo_last')
  expect(await newest(book, id)).toMatchObject({ volume_after_l: '2005', value_after: '14227.13' })
  expect(await newest(book, created.id)).toMatchObject({ volume_after_l: null, value_after: '0.00' })
})

test('409: value that is left is written off only when that is said', async () => {
  const { book, id, path } = await golden()
  const value = { object: 'batch', id, volume_l: '2005', value: '14227.13' }
  for (const [key, body] of [
    ['advance_phase', { phase: 'completed' }],
    ['cancel', {}],
  ] as const) {
    expect((await book.act(path, key, body)).body).toMatchObject({ status: 409, code: 'conflict', blockers: [value] })
    const written = await book.act(path, key, { ...body, write_off: true })
    expect(written.body).toMatchObject({ volume_l: '0', vessel: null })
    expect(await newest(book, id)).toMatchObject({ kind: 'write_off', value: '-14227.13', value_after: '0.00' })
    await book.act(path, 'undo_last')
    expect(await newest(book, id)).toMatchObject({ volume_after_l: '2005', value_after: '14227.13' })
  }
  const [material] = (await book.api.get(`/stock-issues?batch_id=${id}`)).body.data
  const refused = await book.act(path, 'undo_last')
  const blockers = [{ object: 'stock_issue', id: material.id, number: material.number, status: 'confirmed' }]
  expect(refused.body).toMatchObject({ status: 409, code: 'conflict', blockers })
})
