/** ISDOC invoices of 56 lines: how many the reader takes on its thread, and how many become received invoices. */
import { loadByConnections } from '../load.js'
import { invoiceFile } from '../setup/invoice.js'

const seconds = 6
const leastPerSecond = 100
const clients = 4

export async function filesImport(bench) {
  return [await reading(), await submitting(bench)]
}

/** One after another through one thread, so one core works. */
async function reading() {
  const { invoiceReader } = await import('../../server/dist/invoice-files/reader.js')
  const reader = invoiceReader({ threads: 1 })
  const bytes = invoiceFile('F-1')
  const read = async () => {
    const answer = await reader.read({ name: 'invoice.isdoc', bytes })
    if (!answer.ok) throw new Error(`${answer.reason}: ${answer.detail}`)
  }
  for (let turn = 0; turn < 50; turn++) await read()
  const started = performance.now()
  let count = 0
  for (; performance.now() - started < seconds * 1_000; count++) await read()
  const value = (count / (performance.now() - started)) * 1_000
  await reader.close()
  return {
    title: `ISDOC of ${(bytes.length / 1_000).toFixed(0)} kB read, one thread`,
    unit: '/s',
    value,
    beside: { name: 'target', value: leastPerSecond },
    target: { least: 1 },
  }
}

/** The whole way: multipart to the inbox, read, stored durably, supplier found, draft with 56 lines, events, commit. */
async function submitting({ installation }) {
  const scopes = ['core:read', 'core:write', 'finance:read']
  const [{ key }] = await installation.openAccounts(['files-import'], scopes)
  const { origin } = installation
  const submitted = await loadByConnections({ origin, clients }, { duration: seconds }, (connection, turn) =>
    submitInvoice(connection, key, `F-${turn}`),
  )
  return {
    title: `ISDOC submitted and imported, one book, ${clients} clients`,
    unit: '/s',
    value: submitted.answered / submitted.seconds,
    note: `p50 ${submitted.p50Ms.toFixed(0)} ms, p99 ${submitted.p99Ms.toFixed(0)} ms`,
  }
}

const boundary = 'invoice-of-the-bench'
const beginning = Buffer.from(
  [
    `--${boundary}`,
    'Content-Disposition: form-data; name="file"; filename="invoice.isdoc"',
    'Content-Type: application/xml',
    '\r\n',
  ].join('\r\n'),
)
const end = Buffer.from(`\r\n--${boundary}--\r\n`)

/** The form is written by hand: making one of a `Blob` costs as much as half of an import. */
export async function submitInvoice(connection, key, number) {
  const { body } = await connection.send({
    method: 'POST',
    path: '/api/v1/inbox/submissions',
    headers: { Authorization: `Bearer ${key}`, 'Content-Type': `multipart/form-data; boundary=${boundary}` },
    body: Buffer.concat([beginning, invoiceFile(number), end]),
  })
  if (JSON.parse(body).outcome !== 'isdoc_imported') throw new Error(String(body))
}
