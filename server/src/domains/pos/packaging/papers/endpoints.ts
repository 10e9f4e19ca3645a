/** The paper of a packaging return. */
import { rowOfPath } from '../../../../kernel/document-endpoints.ts'
import { defineEndpoint } from '../../../../kernel/endpoint.ts'
import {
  attachmentHeader,
  fileName,
  PaperQuery,
  pdfFile,
  type WordedPaper,
  type WordedSlip,
} from '../../../../printing/files.ts'
import { returns } from '../returns/document.ts'
import { listReturnLines } from '../returns/store.ts'
import { returnPaper } from './return-paper.ts'
import { returnSlip } from './return-slip.ts'
import { partiesOfPaper } from './store.ts'

const returnOfPath = rowOfPath(returns)

export const returnPdf = defineEndpoint({
  id: 'packagingReturns.pdf',
  method: 'GET',
  path: '/packaging-returns/{id}/pdf',
  summary: 'Download a packaging return as PDF',
  description: 'A slip 80 mm wide at a cash desk, else a page with a place to sign.',
  access: returns.access.read,
  query: PaperQuery,
  returns: pdfFile,
  errors: [],
  isLongLived: true,
  record: returnOfPath,
  async handle({ record, query: { language = 'cs' } }, ctx) {
    const { book } = ctx.account
    const facts = await ctx.inTurn(async () => ({
      row: record,
      lines: await listReturnLines(ctx.db, book.id, record.id),
      ...(await partiesOfPaper(ctx.db, ctx.account, record)),
      isLive: book.isLive,
    }))
    const job: WordedPaper | WordedSlip =
      record.cash_desk_id === null
        ? { kind: 'paper_pdf', paper: returnPaper(facts, language) }
        : { kind: 'slip_pdf', slip: returnSlip(facts, language) }
    const body = await ctx.printer.print(book.id, job)
    return { body, headers: attachmentHeader(fileName(record.number, record.id, 'pdf')) }
  },
})
