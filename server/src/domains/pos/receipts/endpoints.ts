/** Receipts: as lines for a printer of its own, and as a slip of 80 mm. */
import { rowOfPath } from '../../../kernel/document-endpoints.ts'
import { defineEndpoint, type Endpoint } from '../../../kernel/endpoint.ts'
import { attachmentHeader, fileName, PaperQuery, pdfFile } from '../../../printing/files.ts'
import { sales } from '../sales/document.ts'
import { receiptFacts } from './facts.ts'
import { receiptParts } from './parts.ts'
import { linesOf } from './rules.ts'
import { Receipt, ReceiptQuery, usualWidth } from './schema.ts'
import { wordsOf } from './words.ts'

const saleOfPath = rowOfPath(sales)

const receipt = defineEndpoint({
  id: 'posSales.receipt',
  method: 'GET',
  path: '/pos-sales/{id}/receipt',
  summary: 'Get the receipt of a sale as lines of text',
  description: 'For a printer of a cash desk. No line is longer than `width`.',
  access: sales.access.read,
  query: ReceiptQuery,
  returns: { status: 200, schema: Receipt },
  errors: [],
  isOfOneMoment: true,
  record: saleOfPath,
  async handle({ record, query }, ctx) {
    const { width = usualWidth, language = 'cs' } = query
    const facts = await receiptFacts(ctx, record)
    const lines = receiptParts(facts, language).flatMap(part => linesOf(part, width))
    const { kind, isLive } = facts
    return {
      body: { object: 'pos_receipt' as const, pos_sale_id: record.id, kind, width, language, lines, livemode: isLive },
    }
  },
})

const receiptPdf = defineEndpoint({
  id: 'posSales.pdf',
  method: 'GET',
  path: '/pos-sales/{id}/pdf',
  summary: 'Download the receipt of a sale as PDF',
  description: 'One page, 80 mm wide and as high as it needs.',
  access: sales.access.read,
  query: PaperQuery,
  returns: pdfFile,
  errors: [],
  isLongLived: true,
  record: saleOfPath,
  async handle({ record, query }, ctx) {
    const language = query.language ?? 'cs'
    const facts = await ctx.inTurn(() => receiptFacts(ctx, record))
    const words = wordsOf(language)
    const slip = {
      language,
      title: (record.kind === 'refund' ? words.corrective : words.titles)[facts.kind],
      number: record.number,
      parts: receiptParts(facts, language),
      author: facts.supplier.name,
      changedAt: record.updated_at,
    }
    const body = await ctx.printer.print(ctx.account.book.id, { kind: 'slip_pdf', slip })
    return { body, headers: attachmentHeader(fileName(record.number, record.id, 'pdf')) }
  },
})

export const receiptEndpoints: readonly Endpoint[] = [receipt, receiptPdf]
