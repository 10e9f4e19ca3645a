/** GET /batches/{id}/pdf: the batch sheet. */
import { rowOfPath } from '../../../kernel/document-endpoints.ts'
import { defineEndpoint } from '../../../kernel/endpoint.ts'
import { attachmentHeader, fileName, PaperQuery, pdfFile, type WordedPaper } from '../../../printing/files.ts'
import { batches } from '../batches/document.ts'
import { loadSheet } from './facts.ts'
import { sheetPaper } from './paper.ts'

const batchOfPath = rowOfPath(batches)

export const batchSheet = defineEndpoint({
  id: 'batches.pdf',
  method: 'GET',
  path: '/batches/{id}/pdf',
  summary: 'Download the sheet of a batch as PDF',
  description:
    'Materials with their lots, phases and vessels, measurements with a plot, losses, production and cost, with places ' +
    'to sign.',
  access: { ...batches.access.read, additionalScopes: ['stock:read'] },
  query: PaperQuery,
  returns: pdfFile,
  errors: [],
  isLongLived: true,
  record: batchOfPath,
  async handle({ record, query }, ctx) {
    const { book, tenant } = ctx.account
    const facts = await ctx.inTurn(() => loadSheet(ctx, record))
    const telling = { language: query.language ?? 'cs', timeZone: tenant.timeZone } as const
    const job: WordedPaper = { kind: 'paper_pdf', paper: sheetPaper(facts, telling) }
    const body = await ctx.printer.print(book.id, job)
    return { body, headers: attachmentHeader(fileName(record.number, record.id, 'pdf')) }
  },
})
