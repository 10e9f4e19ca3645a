/** Which file of an archive is the invoice, and which PDF shows it. */
import { createHash } from 'node:crypto'
import type { ArchiveEntry } from './archive.ts'
import { decodeXml } from './decode.ts'
import { limits } from './limits.ts'
import { type InvoiceFile, Unreadable } from './model.ts'
import { childrenOf, find, findAll, parseXml, textAt, type XmlElement } from './xml-tree.ts'

const isInRoot = ({ name }: ArchiveEntry): boolean => !name.includes('/')
const normaliseName = (name: string): string =>
  name
    .replaceAll('\\', '/')
    .replace(/^(?:\.?\/)+/, '')
    .toLowerCase()

function decodeName(name: string): string {
  try {
    return decodeURIComponent(name)
  } catch {
    return name
  }
}

/** Exactly, then percent-decoded, then without regard to slashes and case; never one of several. */
function entryNamed(entries: readonly ArchiveEntry[], name: string): ArchiveEntry | undefined {
  const exact = entries.find(entry => entry.name === name) ?? entries.find(entry => entry.name === decodeName(name))
  if (exact !== undefined) return exact
  const wanted = [normaliseName(name), normaliseName(decodeName(name))]
  const alike = entries.filter(entry => wanted.includes(normaliseName(entry.name)))
  return alike.length === 1 ? alike[0] : undefined
}

/** Up to 5.x there was no manifest: the .isdoc in the root is the invoice. */
export async function mainEntry(entries: readonly ArchiveEntry[]): Promise<ArchiveEntry> {
  const manifest = entryNamed(entries, 'manifest.xml')
  const named = manifest === undefined ? undefined : entryNamed(entries, await namedByManifest(manifest))
  if (named !== undefined) return named
  const documents = entries.filter(entry => isInRoot(entry) && /\.isdoc$/i.test(entry.name))
  if (documents.length === 1) return documents[0]!
  const found = documents.length === 0 ? 'none' : 'several'
  throw new Unreadable('no_invoice_in_archive', `No manifest names the invoice, and there is ${found} in the root.`)
}

async function namedByManifest(manifest: ArchiveEntry): Promise<string> {
  const root = parseXml(decodeXml(await manifest.unpack(limits.manifestBytes)))
  const named = childrenOf(root, 'manifest:maindocument')
  return named.length === 1 ? (named[0]!.attributes.filename ?? '').trim() : ''
}

interface Supplement {
  entry: ArchiveEntry
  isPreview: boolean
  algorithm: string
  digest: string
}

/** Those whose file is in the archive; lists name files that were left out, too. */
function supplementsOf(root: XmlElement, entries: readonly ArchiveEntry[]): Supplement[] {
  return findAll(root, 'SupplementsList', 'Supplement').flatMap(supplement => {
    const entry = entryNamed(entries, textAt(supplement, 'Filename'))
    if (entry === undefined) return []
    return {
      entry,
      isPreview: ['true', '1'].includes(supplement.attributes.preview ?? ''),
      algorithm: find(supplement, 'DigestMethod')?.attributes.Algorithm ?? '',
      digest: textAt(supplement, 'DigestValue'),
    }
  })
}

const isPdf = ({ name }: ArchiveEntry): boolean => /\.pdf$/i.test(name)
const onlyOne = <Item>(items: readonly Item[]): Item | undefined => (items.length === 1 ? items[0] : undefined)
const withoutExtension = (name: string): string => normaliseName(name).replace(/\.[^./]*$/, '')

/** The preview, else the only PDF listed, else the one named like the invoice, else the only one in the root. */
function chosenPdf(entries: readonly ArchiveEntry[], listed: readonly Supplement[], main: ArchiveEntry) {
  const pdfs = entries.filter(isPdf)
  const listedPdfs = listed.filter(({ entry }) => isPdf(entry))
  return (
    listedPdfs.find(({ isPreview }) => isPreview)?.entry ??
    onlyOne(listedPdfs)?.entry ??
    pdfs.find(({ name }) => withoutExtension(name) === withoutExtension(main.name)) ??
    onlyOne(pdfs.filter(isInRoot))
  )
}

/** A PDF that cannot be trusted or read is left out with a remark: the invoice is worth more than its picture. */
export async function previewPdf(archive: {
  entries: readonly ArchiveEntry[]
  main: ArchiveEntry
  root: XmlElement
}): Promise<{ pdf: InvoiceFile | null; remarks: string[] }> {
  const listed = supplementsOf(archive.root, archive.entries)
  const entry = chosenPdf(archive.entries, listed, archive.main)
  if (entry === undefined) return { pdf: null, remarks: [] }
  const name = entry.name.slice(entry.name.lastIndexOf('/') + 1)
  const leftOut = (why: string) => ({ pdf: null, remarks: [`The PDF ${name.slice(0, 100)} was left out: ${why}`] })
  try {
    const bytes = await entry.unpack(limits.pdfBytes)
    if (!startsAsPdf(bytes)) return leftOut('it is not a PDF.')
    const supplement = listed.find(each => each.entry === entry)
    const fault = supplement && digestFault(supplement, bytes)
    return fault === undefined ? { pdf: { name, bytes }, remarks: [] } : leftOut(fault)
  } catch (error) {
    if (error instanceof Unreadable) return leftOut(error.message)
    throw error
  }
}

export const startsAsPdf = (bytes: Uint8Array): boolean =>
  ['%', 'P', 'D', 'F', '-'].every((character, index) => bytes[index] === character.charCodeAt(0))

const algorithms: Readonly<Record<string, string>> = {
  sha1: 'sha1',
  sha256: 'sha256',
  sha384: 'sha384',
  sha512: 'sha512',
}

/** Nothing to compare is no fault; a digest nobody can compare is. */
function digestFault({ algorithm, digest }: Supplement, bytes: Uint8Array): string | undefined {
  if (digest === '') return undefined
  const name = algorithm.slice(algorithm.lastIndexOf('#') + 1).toLowerCase()
  const known = Object.hasOwn(algorithms, name) ? algorithms[name] : undefined
  if (known === undefined) return 'its digest is of an unknown kind.'
  const computed = createHash(known).update(bytes).digest('base64')
  return computed === digest.replace(/\s+/g, '') ? undefined : 'its digest does not match.'
}
