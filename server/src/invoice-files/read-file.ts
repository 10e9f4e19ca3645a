/** Reads one invoice file: its kind by name, its format by the namespace of its root. */
import { openArchive } from './archive.ts'
import { mainEntry, previewPdf } from './archive-parts.ts'
import { decodeXml } from './decode.ts'
import { readIsdoc } from './isdoc.ts'
import { fileKind, limits, refuseUnopened } from './limits.ts'
import { type InvoiceFile, type ReadInvoice, type Reading, refusal, Unreadable } from './model.ts'
import { readUbl } from './ubl.ts'
import { embeddedPdf } from './ubl-pdf.ts'
import { parseXml, type XmlElement } from './xml-tree.ts'

/** Never rejects for what a file holds; what it throws is a fault of ours. */
export async function readInvoiceFile(file: InvoiceFile): Promise<Reading> {
  const unopened = refuseUnopened(file)
  if (unopened !== undefined) return unopened
  try {
    return fileKind(file.name) === 'archive' ? await readArchive(file.bytes) : readDocument(file.bytes)
  } catch (error) {
    if (error instanceof Unreadable) return refusal(error.reason, error.message, error.uuid)
    throw error
  }
}

function readDocument(bytes: Uint8Array): Reading {
  const root = parseXml(decodeXml(bytes))
  const { invoice, pdf, remarks } = readRoot(root)
  return { ok: true, invoice: withRemarks(invoice, remarks), pdf }
}

async function readArchive(bytes: Uint8Array): Promise<Reading> {
  const entries = await openArchive(bytes)
  const main = await mainEntry(entries)
  const root = parseXml(decodeXml(await main.unpack(limits.fileBytes)))
  const { invoice, pdf: embedded, remarks } = readRoot(root)
  const preview = await previewPdf({ entries, main, root })
  return {
    ok: true,
    invoice: withRemarks(invoice, [...remarks, ...preview.remarks]),
    pdf: preview.pdf ?? embedded,
  }
}

interface ReadRoot {
  invoice: ReadInvoice
  pdf: InvoiceFile | null
  remarks: string[]
}

function readRoot(root: XmlElement): ReadRoot {
  if (root.name === 'Invoice' || root.name === 'CommonDocument')
    return { invoice: readIsdoc(root), pdf: null, remarks: [] }
  if (root.name === 'ubl:Invoice' || root.name === 'ubl:CreditNote')
    return { invoice: readUbl(root), ...embeddedPdf(root) }
  throw new Unreadable('invalid_xml', 'The root element is neither an invoice of ISDOC nor one of UBL.')
}

/** A file made to be odd must not fill the notes of a person. */
const maxRemarks = 20

function withRemarks(invoice: ReadInvoice, more: readonly string[]): ReadInvoice {
  const all = [...new Set([...invoice.remarks, ...more])]
  const rest = all.length - maxRemarks
  return { ...invoice, remarks: rest > 0 ? [...all.slice(0, maxRemarks), `And ${rest} more remarks.`] : all }
}
