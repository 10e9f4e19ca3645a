/** How the records come about that events speak of, each by the calls an integration would make. */
import { Refusal } from '../../command.ts'
import { type Bench, dayOf, firstOf, type Made } from './bench.ts'

export type Make = (bench: Bench) => Promise<Made>

export const partner: Make = ({ post, mark }) => post('/partners', { name: `Triggered partner ${mark()}` })

const itemOf =
  (rest: object): Make =>
  ({ post, mark }) =>
    post('/items', { name: `Triggered item ${mark()}`, unit: { unit_code: 'pcs' }, sale_price: '100', ...rest })

export const item = itemOf({})
const service = itemOf({ item_type: 'service' })
const beer = itemOf({ item_type: 'production_item', unit: { unit_code: 'l' } })

const warehouse: Make = bench =>
  firstOf(bench, '/warehouses?limit=1', 'The account has no warehouse: settings import makes one.')

const pieces = ({ id }: Made, rest: object = {}): object => ({
  item_id: id,
  quantity: '1',
  unit: { unit_code: 'pcs' },
  ...rest,
})

/** Of a service, so that it needs no stock. */
export const order: Make = async bench => {
  const [buyer, sold] = [await partner(bench), await service(bench)]
  return bench.post('/orders', { partner_id: buyer.id, lines: [pieces(sold)] })
}

const receiptOf = async (bench: Bench, got: Made): Promise<Made> =>
  bench.post('/goods-receipts', {
    warehouse_id: (await warehouse(bench)).id,
    lines: [pieces(got, { quantity: '5', unit_price: '10' })],
  })

export const receipt: Make = async bench => receiptOf(bench, await item(bench))

/** What it takes is received first. */
export const issue: Make = async bench => {
  const taken = await item(bench)
  const { id } = await receiptOf(bench, taken)
  await bench.post(`/goods-receipts/${id}/actions/confirm`)
  return bench.post('/stock-issues', { warehouse_id: (await warehouse(bench)).id, lines: [pieces(taken)] })
}

export const invoice: Make = async bench => {
  const buyer = await partner(bench)
  const lines = [{ description: 'Triggered', quantity: '1', unit_price: '100' }]
  return bench.post('/invoices', { partner_id: buyer.id, warehouse_id: (await warehouse(bench)).id, lines })
}

export const receivedInvoice: Make = async bench => {
  const supplier = await partner(bench)
  return bench.post('/received-invoices', {
    supplier_invoice_number: `T-${bench.mark()}`,
    partner_id: supplier.id,
    issue_date: dayOf(supplier),
    lines: [{ description: 'Triggered', amount: '100', vat_rate_pct: '21' }],
  })
}

export const cashflow: Make = ({ post }) =>
  post('/cashflows', {
    cashflow_type: 'expense',
    amount: '100',
    description: 'Triggered',
    payment_method: 'bank_transfer',
  })

export const submission: Make = ({ post, mark }) => {
  const form = new FormData()
  form.append('file', new Blob([`Triggered ${mark()}`], { type: 'text/plain' }), 'triggered.txt')
  return post('/inbox/submissions', form)
}

export const batch: Make = async bench =>
  bench.post('/batches', { item_id: (await beer(bench)).id, planned_volume_l: '100' })

/** A step of an external system, in a state the caller can go on from; a batch that comes to lagering may start one. */
export const stepIn =
  (statuses: readonly string[]): Make =>
  async bench => {
    const waiting = async (): Promise<Made | undefined> => {
      const { data } = await bench.get('/workflow-steps?kind=external&limit=200')
      return data.find(({ status }) => statuses.includes(String(status)))
    }
    const found = await waiting()
    if (found) return found
    await startSteps(bench)
    return (await waiting()) ?? noStep()
  }

const noStep = (): never => {
  throw new Refusal(
    'No external workflow step can be reached: the sandbox needs a definition that an action of a batch starts, and a ' +
      'batch or a free vessel for it. POST /sandbox/actions/reset, then /sandbox/actions/seed bring both.',
  )
}

/** On the way of the demo's own definition: what comes to lagering is sent to the laboratory. */
async function startSteps(bench: Bench): Promise<void> {
  const vessel = (await bench.get('/vessels?limit=200')).data.find(({ status }) => status === 'free')
  const { id, vessel: place } = vessel ? await fermented(bench, vessel) : await fermenting(bench)
  const body = { phase: 'lagering', vessel_id: (place as Made).id }
  await bench.post(`/batches/${id}/actions/advance_phase`, body)
}

async function fermented(bench: Bench, { id: vessel_id }: Made): Promise<Made> {
  const { id } = await batch(bench)
  const body = { phase: 'fermentation', vessel_id, volume_l: '100' }
  return bench.post(`/batches/${id}/actions/advance_phase`, body)
}

const fermenting = async ({ get }: Bench): Promise<Made> =>
  (await get('/batches?limit=200')).data.find(({ phase }) => phase === 'fermentation') ?? noStep()
