/** The threads that read files: their limits, their queue, their end. */
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { type InvoiceReader, invoiceReader, type ReaderOptions } from '../../src/invoice-files/reader.ts'
import { bytesOf, isdoc, isdocLine } from '../support/invoice-files.ts'

const file = (number: string, lines = 1) => {
  const parts = { lines: isdocLine({ amount: '1', pct: '0' }).repeat(lines), rates: [], vat: {}, totals: {} }
  return { name: 'a.isdoc', bytes: bytesOf(isdoc({ header: { ID: number }, ...parts })) }
}

async function withReader(options: ReaderOptions, story: (reader: InvoiceReader) => Promise<void>): Promise<void> {
  const reader = invoiceReader(options)
  try {
    await story(reader)
  } finally {
    await reader.close()
  }
}

test('waiting files come in turn, and waiting does not count as their time', () =>
  withReader({ threads: 1, timeoutMs: 1000 }, async reader => {
    const order: string[] = []
    const startedAt = performance.now()
    const readings = await Promise.all(
      Array.from({ length: 30 }, async (_, index) => {
        const reading = await reader.read(file(`${index}`, 1000))
        order.push(`${index}`)
        return reading.ok && reading.invoice.lines.length
      }),
    )
    expect(performance.now() - startedAt).toBeGreaterThan(1000)
    expect(new Set(readings)).toEqual(new Set([1000]))
    expect(order).toEqual(Array.from({ length: 30 }, (_, index) => `${index}`))
  }))

test('two threads read two files at once', () =>
  withReader({ threads: 2 }, async reader => {
    const readings = await Promise.all(['1', '2', '3', '4', '5'].map(number => reader.read(file(number))))
    expect(readings.map(reading => reading.ok && reading.invoice.number)).toEqual(['1', '2', '3', '4', '5'])
  }))

test('file_too_large: over its time; the next is read by a new thread', () =>
  withReader({ threads: 1, timeoutMs: 40 }, async reader => {
    const slow = reader.read(file('slow', 5000))
    const next = reader.read(file('next'))
    expect(await slow).toEqual({
      ok: false,
      reason: 'file_too_large',
      detail: 'Reading the file takes more than 0.04 s.',
    })
    // A new thread may be slow at its first file, on a busy machine.
    const readings = [await next]
    while (!readings.at(-1)!.ok && readings.length < 20) readings.push(await reader.read(file('next')))
    expect(readings.at(-1)).toMatchObject({ ok: true, invoice: { number: 'next' } })
  }))

test('file_too_large: a thread that runs out of memory is replaced, and somebody is told', async () => {
  const crashes: string[] = []
  const onCrash = (error: Error, name: string) => crashes.push(`${(error as NodeJS.ErrnoException).code} ${name}`)
  await withReader({ threads: 1, memoryMb: 12, timeoutMs: 10_000, onCrash }, async reader => {
    const bytes = bytesOf(isdoc({ more: '<Note><ID/></Note>'.repeat(99_000) }))
    expect(await reader.read({ name: 'large.isdoc', bytes })).toMatchObject({ ok: false, reason: 'file_too_large' })
    expect(crashes).toEqual(['ERR_WORKER_OUT_OF_MEMORY large.isdoc'])
    expect(await reader.read(file('next'))).toMatchObject({ ok: true })
  })
})

test('what can be refused unopened never reaches a thread', async () => {
  const reader = invoiceReader()
  expect(await reader.read({ name: 'a.pdf', bytes: new Uint8Array(1) })).toMatchObject({ reason: 'unsupported_format' })
  await reader.close()
})

test('after close nothing is read, and nobody waits', async () => {
  const reader = invoiceReader({ threads: 1 })
  const given = [reader.read(file('1')), reader.read(file('2'))].map(reading =>
    expect(reading).rejects.toThrow('closed'),
  )
  await reader.close()
  await Promise.all(given)
  await expect(reader.read(file('3'))).rejects.toThrow('closed')
  await reader.close()
})

test('a process that has read a file ends by itself', () => {
  const location = fileURLToPath(new URL('../../dist/invoice-files/reader.js', import.meta.url))
  const script = `
    const { invoiceReader } = await import(${JSON.stringify(location)})
    const reading = await invoiceReader().read({ name: 'a.isdoc', bytes: new TextEncoder().encode('<a/>') })
    process.stdout.write(reading.reason)`
  const { status, stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', script], { timeout: 60_000 })
  expect([status, stdout.toString()]).toEqual([0, 'invalid_xml'])
})
