/** The golden run: beer, glass, crowns, labels and kegs to the haléř. */
import { expect, test } from 'vitest'
import { litre, packagingHall, pcs } from '../support/packaging.ts'
import { useService } from '../support/service.ts'

const service = useService()

test('200: 1 940 l become 2 640 bottles of 8.832667 and 12 kegs of 1 811.118333', async () => {
  const hall = await packagingHall(service)
  const { api, beer, bottle, keg, glass, crown, label, shell } = hall
  const lots = [
    [beer, '1000', 'l', '7095.83'],
    [beer, '990', 'l', '7131.30'],
    [glass, '2000', 'pcs', '8400.00'],
    [glass, '1000', 'pcs', '4350.00'],
    [crown, '5000', 'pcs', '1750.00'],
    [label, '1500', 'pcs', '930.00'],
    [label, '2000', 'pcs', '1310.00'],
    [shell, '20', 'pcs', '29000.00'],
  ] as const
  for (const [item, quantity, unit, additional_cost] of lots) {
    const head = { date: '2026-04-12', additional_cost }
    const { body } = await hall.receipt([{ item, quantity, unit }], head)
    await hall.act(`/goods-receipts/${body.id}`, 'confirm')
  }
  const draft = await hall.run([hall.output(bottle, '2640'), hall.output(keg, '12')], {
    date: '2026-04-20',
    released_quantity: '1940',
    unit: litre,
  })
  expect(draft.status, draft.text).toBe(201)
  expect(draft.body).toMatchObject({
    number: 'STA202600001',
    released_quantity: '1940',
    filled_quantity: '1920',
    loss_quantity: '20',
    loss_pct: '1.03',
  })
  const path = `/packaging-runs/${draft.body.id}`
  const rehearsed = await api.post(`${path}/actions/confirm?dry_run=true`)
  expect(rehearsed.status, rehearsed.text).toBe(200)
  const run = (await hall.act(path, 'confirm')).body
  expect(run.outputs).toMatchObject([
    {
      item: { id: bottle },
      quantity: '2640',
      filled_quantity: '1320',
      materials: [
        {
          item: { id: glass },
          quantity: '2640',
          unit: { code: pcs.unit_code },
          value: '11184.00',
          is_returnable: true,
        },
        { item: { id: crown }, value: '924.00', is_returnable: false },
        { item: { id: label }, value: '1676.70', is_returnable: false },
      ],
      liquid_value: '9533.54',
      material_value: '13784.70',
      additional_value: '0.00',
      value: '23318.24',
      unit_cost: '8.832667',
      unit_cost_net: '4.596303',
    },
    {
      item: { id: keg },
      filled_quantity: '600',
      materials: [{ item: { id: shell }, quantity: '12', value: '17400.00', is_returnable: true }],
      liquid_value: '4333.42',
      value: '21733.42',
      unit_cost: '1811.118333',
      unit_cost_net: '361.118333',
    },
  ])
  expect(run.totals).toEqual({
    liquid: '13866.96',
    materials: '31184.70',
    additional_cost: '0.00',
    total: '45051.66',
  })
  expect(rehearsed.body).toMatchObject({ totals: run.totals, outputs: run.outputs, status: 'confirmed' })
  expect(await hall.level(beer)).toMatchObject({ quantity: '50', value: '360.17' })
  expect(await hall.level(bottle)).toMatchObject({ quantity: '2640', value: '23318.24' })
  expect(await hall.level(keg)).toMatchObject({ quantity: '12', value: '21733.42' })
  expect(
    rehearsed.body.effects.levels.map(({ item, quantity }: { item: { id: string }; quantity: string }) => [
      item.id,
      quantity,
    ]),
  ).toEqual([
    [beer, '50'],
    [glass, '360'],
    [crown, '2360'],
    [label, '860'],
    [shell, '8'],
    [bottle, '2640'],
    [keg, '12'],
  ])
  expect((await hall.lots(bottle)).map(({ id, price }) => [id, price])).toEqual([[run.outputs[0].id, '8.832667']])
})

test('200: a run from stock counts for the batch its beer came from, named or not', async () => {
  const hall = await packagingHall(service)
  const { bottle, keg } = hall
  const batch = await hall.fermenting('2080')
  await hall.act(batch.path, 'record_loss', { volume_l: '75' })
  await hall.act(batch.path, 'receive_production', { quantity: '1000', unit: litre })
  await hall.act(batch.path, 'receive_production', { quantity: '990', unit: litre, is_final: true })
  const bare = { materials: [] }
  const filled = async (outputs: object[], body: object = {}) => {
    const reply = await hall.run(outputs, body)
    expect(reply.status, reply.text).toBe(201)
    expect((await hall.act(`/packaging-runs/${reply.body.id}`, 'confirm')).status).toBe(200)
    return reply.body.id
  }
  const cost = async () => (await hall.api.get(`${batch.path}/cost`)).body
  const run = await filled([hall.output(bottle, '2640', bare), hall.output(keg, '12', bare)], {
    released_quantity: '1940',
    unit: litre,
  })
  const whole = { packaged_l: '1920', cellar_loss_l: '90', packaging_loss_l: '20', yield_pct: '92.31' }
  expect(await cost()).toMatchObject({ packaging: [{ packaging_run_id: run, loss_quantity: '20' }], yield: whole })
  await hall.stocked('1000')
  await filled([hall.output(keg, '2', bare)])
  expect(await cost()).toMatchObject({ packaging: [{ packaging_run_id: run }], yield: whole })
  await hall.act(`/packaging-runs/${run}`, 'cancel')
  expect(await cost()).toMatchObject({ packaging: [], yield: { packaged_l: '0', yield_pct: null } })
})
