/** The second half of the story: the brewhouse and the bar. */
import { beerJson } from '../support/recipe-files.ts'
import { type Answer, bottle, keg, kilograms, litres, malt, pieces, reference, type World } from './story.ts'

/** The demo keeps its yeast by weight; the file tells it by packages and spoons. */
function withoutVolumes(text: string): string {
  const file = JSON.parse(text)
  for (const { ingredients } of file.beerjson.recipes) {
    delete ingredients.miscellaneous_additions
    delete ingredients.culture_additions
  }
  return JSON.stringify(file)
}

export async function brew(world: World): Promise<void> {
  const { api, ids, item, warehouse, vessel } = world
  const lager = item('Světlý ležák 12°')
  const ingredients = [{ item_id: item(malt), quantity: '180', unit: kilograms, use: 'mash' }]
  const recipe = await api.post('/recipes', {
    name: 'Ležák 12° zkušební',
    item_id: lager,
    batch_volume_l: '1000',
    ingredients,
    ...reference('R-1'),
  })
  ids.set('/recipes', recipe.id)
  await api.patch(`/recipes/${recipe.id}`, { notes: 'A trial brew.' })
  await api.post(`/recipes/${recipe.id}/versions`, { batch_volume_l: '1000', ingredients, og_plato: '12.2' })
  await api.get(`/recipes/${recipe.id}/versions/1`)
  await api.post('/recipes/import', {
    format: 'beerjson',
    content: withoutVolumes(beerJson()),
    item_id: lager,
    mapping: [
      { name: 'Pilsner Malt', item_id: item(malt) },
      { name: 'Saaz', item_id: item('Chmel Žatecký poloraný červeňák') },
    ],
  })
  const batch = async (more = {}) =>
    api.post('/batches', { recipe_id: recipe.id, planned_volume_l: '500', warehouse_id: warehouse, ...more })
  const one = await batch({ name: 'Trial brew', ...reference('B-1') })
  ids.set('/batches', one.id)
  const at = `/batches/${one.id}`
  await api.patch(at, { notes: 'Second trial.' })
  const issued = await api.post(`${at}/actions/create_material_issue`, {})
  if (issued.created) await api.post(`/stock-issues/${issued.created.id}/actions/confirm`)
  await api.post(`${at}/actions/advance_phase`, { phase: 'brewing', volume_l: '500', vessel_id: vessel('VARNA2') })
  await api.post(`${at}/actions/advance_phase`, { phase: 'fermentation', volume_l: '480', vessel_id: vessel('CKT2') })
  const kettle = `/vessels/${vessel('VARNA2')}/actions`
  const { allowed_actions: first } = await api.get(`/vessels/${vessel('VARNA2')}`)
  if (first?.includes('start_cleaning')) await api.post(`${kettle}/start_cleaning`)
  await api.post(`${kettle}/finish_cleaning`, { note: 'Caustic, rinsed.' })
  if (!first?.includes('start_cleaning')) await api.post(`${kettle}/start_cleaning`)
  await api.post(`${at}/measurements`, { type: 'gravity', gravity_plato: '11.8', temperature_c: '9.5' })
  await api.post(`${at}/measurements/bulk`, {
    measurements: [{ type: 'gravity', gravity_plato: '8.1', measured_at: `${world.today}T07:30:00.000Z` }],
  })
  const taken = (await api.get(`${at}/measurements`)).data[0]
  await api.get(`${at}/measurements/${taken.id}`)
  await api.patch(`${at}/measurements/${taken.id}`, { note: 'Read twice.' })
  await api.get(`${at}/measurement-series?axis=gravity_plato`)
  await api.post(`/vessels/${vessel('CKT2')}/measurements`, {
    type: 'temperature',
    temperature_c: '9.4',
    device: 'probe-1',
  })
  await api.post(`${at}/actions/move`, { vessel_id: vessel('CKT3') })
  await api.post(`${at}/actions/record_loss`, { volume_l: '10', reason: 'yeast' })
  await api.post(`${at}/actions/undo_last`, {})
  const part = await api.post(`${at}/actions/split`, {
    volume_l: '80',
    name: 'Dry-hopped part',
    vessel_id: vessel('CKT4'),
  })
  if (part.created) await api.post(`${at}/actions/blend`, { from: [{ batch_id: part.created.id, volume_l: '40' }] })
  await api.post(`${at}/actions/receive_production`, { quantity: '100', unit: litres, lot_number: 'L-27-001' })
  await api.post(`${at}/actions/advance_phase`, { phase: 'lagering', vessel_id: vessel('CKT2') })
  const idle = await batch()
  await api.post(`/batches/${idle.id}/actions/cancel`, { reason: 'Out of malt' })
  const run = async (more = {}) =>
    api.post('/packaging-runs', {
      warehouse_id: warehouse,
      batch_id: one.id,
      released_quantity: '62',
      unit: litres,
      outputs: [{ item_id: item('Zlatá lípa 12° KEG 30 l'), quantity: '2', unit: pieces }],
      ...more,
    })
  const filling = await run(reference('PR-1'))
  ids.set('/packaging-runs', filling.id)
  await api.patch(`/packaging-runs/${filling.id}`, { notes: 'Kegs of the trial brew.' })
  await api.post(`/packaging-runs/${filling.id}/actions/confirm`)
  await api.post(`/packaging-runs/${filling.id}/actions/cancel`)
  const { data: reports } = await api.get('/excise-reports')
  ids.set('/excise-reports', reports[0]?.id)
  await api.post('/excise-reports', { period: world.lastMonth })
  const { data: all } = await api.get('/excise-reports?limit=200')
  const open = (all as Answer[]).find(each => each.allowed_actions.includes('recalculate'))
  if (open) await api.post(`/excise-reports/${open.id}/actions/recalculate`)
  const due = (all as Answer[]).find(each => each.period === world.lastMonth)
  if (due) await api.post(`/excise-reports/${due.id}/actions/file`, { note: 'Sent to the customs office.' })
}

export async function keepTheBar(world: World): Promise<void> {
  const { api, ids, item, partner, deposit, warehouse } = world
  const { data: desks } = await api.get('/cash-desks')
  const main = (desks as Answer[]).find(each => each.code === 'MAIN')
  const bar = (desks as Answer[]).find(each => each.code === 'VYCEP')
  ids.set('/cash-desks', bar.id)
  const session = await api.post('/cash-desk-sessions', { cash_desk_id: main.id, opening_float: '2000.00' })
  ids.set('/cash-desk-sessions', session.id)
  const at = `/cash-desk-sessions/${session.id}/actions`
  await api.post(`${at}/cash_in`, { amount: '500.00', description: 'Small change' })
  await api.post(`${at}/cash_out`, { amount: '200.00', description: 'Flowers' })
  await api.post(`${at}/close`, { counted_cash: '2290.00' })
  const next = await api.post('/cash-desk-sessions', { cash_desk_id: main.id, opening_float: '2280.00' })
  await api.post(`/cash-desk-sessions/${next.id}/actions/explain_float`, { description: 'Counted twice' })
  const line = { item_id: item(bottle), quantity: '6', unit: pieces, unit_price: '38.90' }
  const sale = async (more = {}) =>
    api.post('/pos-sales', {
      cash_desk_id: bar.id,
      cashier: 'Jana',
      lines: [line],
      payment: { method: 'cash', amount: '251', tendered: '300' },
      ...more,
    })
  const sold = await sale(reference('T-1'))
  ids.set('/pos-sales', sold.id)
  await api.post(`/pos-sales/${sold.id}/actions/refund`, {
    lines: [{ line_id: sold.lines?.[0].id, quantity: '2', unit: pieces }],
    payment: { method: 'cash', amount: '84' },
    reason: 'Wrong beer',
  })
  const mistake = await sale()
  await api.post(`/pos-sales/${mistake.id}/actions/cancel`)
  const { data: sales } = await api.get('/pos-sales?limit=200')
  const unsettled = (sales as Answer[]).find(each => each.allowed_actions.includes('retry_settlement'))
  if (unsettled) await api.post(`/pos-sales/${unsettled.id}/actions/retry_settlement`, {})
  const { data: taps } = await api.get(`/cash-desks/${bar.id}/taps`)
  await api.get(`/cash-desks/${bar.id}/kegs`)
  const drawn = taps[0].id
  ids.set('/keg-taps', drawn)
  await api.post(`/keg-taps/${drawn}/actions/remove`)
  await api.post(`/keg-taps/${drawn}/actions/retap`, { tap_number: 6 })
  const last = await api.post(`/cash-desks/${bar.id}/taps`, { tap_number: 5, item_id: item(keg) })
  await api.post(`/keg-taps/${last.id}/actions/empty`)
  await api.post('/packaging-adjustments', {
    partner_id: partner,
    reason: 'Counted together',
    lines: [{ deposit_id: deposit('KEG50'), pieces: '6' }],
    ...reference('PA-1'),
  })
  const back = await api.post('/packaging-returns', {
    warehouse_id: warehouse,
    partner_id: partner,
    lines: [{ deposit_id: deposit('KEG50'), pieces: '2' }],
    ...reference('RET-1'),
  })
  ids.set('/packaging-returns', back.id)
  await api.post(`/packaging-returns/${back.id}/actions/cancel`)
}
