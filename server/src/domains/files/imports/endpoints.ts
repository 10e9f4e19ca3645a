/** POST /received-invoices/isdoc: an uploaded document becomes a received invoice. */

import { Type } from 'typebox'
import { locationOf } from '../../../contract/locations.ts'
import { problem } from '../../../contract/problems.ts'
import { Shape, Uuid } from '../../../contract/schema.ts'
import { defineEndpoint, type PrepareContext } from '../../../kernel/endpoint.ts'
import { startSteps } from '../../../kernel/steps.ts'
import { ImportWarnings, type Received } from '../../finance/index.ts'
import { refuseFile } from '../attachments/access.ts'
import type { KeptFile } from '../attachments/actions.ts'
import { FileName } from '../attachments/schema.ts'
import { findAttachment } from '../attachments/store.ts'
import { importInvoice, lookUpDocument } from './actions.ts'
import { bytesOf, isIsdocName, keepPdf, largestImportBytes, readInTurn, refusalOf, takeBack } from './reading.ts'
import { findImported, findUnread, namedBy, type ReadDocument } from './supplier.ts'

const IsdocImport = Shape({
  attachment_id: Uuid,
  file_name: Type.Unsafe<string>({
    ...FileName,
    description: 'Ends in .isdoc or .isdocx; the extension decides how the file is read, not its media type.',
  }),
})

const IsdocImported = Shape({
  object: Type.Literal('isdoc_import'),
  received_invoice_id: Uuid,
  supplier_name: Type.String(),
  document_number: Type.String(),
  pdf_attached: Type.Boolean(),
  warnings: ImportWarnings,
  livemode: Type.Boolean(),
})

interface ReadFile {
  attachmentId: string
  document: ReadDocument
  pdf: KeptFile | null
}

async function readFile(attachmentId: string, fileName: string, ctx: PrepareContext): Promise<ReadFile> {
  const { caller, db, files, nowMs } = ctx
  const bookId = caller.book.id
  const attachment = await findAttachment(db, bookId, attachmentId)
  if (!attachment) throw problem('not_found')
  refuseFile(caller, attachment.entity_type, 'read')
  if (!isIsdocName(fileName)) throw problem('unsupported_format')
  if (attachment.file_size > largestImportBytes) throw problem('file_too_large')
  const reading = await readInTurn(files, bookId, { name: fileName, load: () => bytesOf(files, attachment) })
  if (!reading.ok) {
    refuseKnown(await findUnread(db, caller, reading))
    throw refusalOf(reading)
  }
  const { invoice } = reading
  const document = { invoice, supplier: await namedBy(db, caller, invoice.supplier) }
  refuseKnown(await findImported(db, caller, document))
  const pdf = reading.pdf && (await keepPdf(files, { bookId, nowMs }, reading.pdf))
  return { attachmentId, document, pdf }
}

function refuseKnown(known: Received | undefined): void {
  if (known) throw problem('duplicate', { existing_id: known.id })
}

export const isdocImport = defineEndpoint({
  id: 'receivedInvoices.importIsdoc',
  method: 'POST',
  path: '/received-invoices/isdoc',
  summary: 'Import a received invoice from ISDOC',
  description:
    'Reads an uploaded .isdoc or .isdocx (ISDOC 5 and 6; UBL 2.1 and Peppol BIS 3 too, recognized by their root ' +
    'element) and creates a draft from it. The supplier is found by country and business id, tax id or name, ' +
    'otherwise created; anything that does not match what is known of it is in `warnings`: read them before paying. ' +
    'The original and its PDF, from the ' +
    'archive or from inside UBL, become attachments of the invoice. Signatures inside the document are not verified.',
  access: { scopes: ['finance:write'], withoutModule: 'no_finance_module' },
  body: IsdocImport,
  returns: { status: 200, schema: IsdocImported },
  errors: [
    'unsupported_format',
    'file_too_large',
    'no_invoice_in_archive',
    'invalid_xml',
    'unsupported_document_type',
    'duplicate',
    'no_lines',
    'currency_not_supported',
    'no_finance_module',
    'partner_limit',
    'storage_limit_exceeded',
    'upload_failed',
  ],
  emits: ['partner.created', 'partner.updated', 'received_invoice.created', 'workflow.step_called'],
  async prepare({ body }, ctx) {
    const ready = await readFile(body.attachment_id, body.file_name, ctx)
    return { ready, ...(ready.pdf && { undo: () => takeBack(ctx.files, ready.pdf!.path) }) }
  },
  async look({ attachmentId, document }, ctx) {
    const [original, known] = await Promise.all([
      findAttachment(ctx.db, ctx.account.book.id, attachmentId),
      lookUpDocument(ctx, document),
    ])
    return { original, known }
  },
  async handle({ ready, look }, ctx) {
    const { original, known } = await look()
    if (!original) throw problem('not_found')
    const files = { original, pdf: ready.pdf }
    const { invoice, isPdfAttached } = await importInvoice(ctx, ready.document, { known, files })
    await startSteps(ctx, { object: 'received_invoice', action: 'create', row: invoice, id: invoice.id })
    return {
      body: {
        object: 'isdoc_import' as const,
        received_invoice_id: invoice.id,
        supplier_name: invoice.partner_name,
        document_number: invoice.supplier_invoice_number,
        pdf_attached: isPdfAttached,
        warnings: invoice.warnings,
        livemode: ctx.account.book.isLive,
      },
      location: locationOf('received_invoice', invoice.id),
    }
  },
})
