/** The PDF a UBL invoice carries inside. */
import { startsAsPdf } from './archive-parts.ts'
import type { InvoiceFile } from './model.ts'
import { oneLine } from './values.ts'
import { findAll, type XmlElement } from './xml-tree.ts'

/** Only when there is one: of several nobody says which shows the invoice. */
export function embeddedPdf(root: XmlElement): { pdf: InvoiceFile | null; remarks: string[] } {
  const attached = findAll(
    root,
    'cac:AdditionalDocumentReference',
    'cac:Attachment',
    'cbc:EmbeddedDocumentBinaryObject',
  )
  const [only, ...others] = attached.filter(({ attributes }) => attributes.mimeCode === 'application/pdf')
  if (only === undefined) return { pdf: null, remarks: [] }
  if (others.length > 0) return { pdf: null, remarks: ['Of several PDF files in the document none was attached.'] }
  const { bytes } = only
  if (bytes === undefined || !startsAsPdf(bytes))
    return { pdf: null, remarks: ['The PDF in the document is not one and was left out.'] }
  const written = (only.attributes.filename ?? '').replace(/^.*[\\/]/, '')
  return { pdf: { name: oneLine(written, 200) ?? 'invoice.pdf', bytes }, remarks: [] }
}
