/** Papers people hand over: invoices as PDF, ISDOC and payment code, and delivery notes as PDF. */

import { problem } from '../../../contract/problems.ts'
import type { ReadContext } from '../../../kernel/context.ts'
import { rowOfPath } from '../../../kernel/document-endpoints.ts'
import { defineEndpoint, type Endpoint } from '../../../kernel/endpoint.ts'
import { attachmentHeader, FileBytes, fileName, PaperQuery, pdfFile } from '../../../printing/files.ts'
import { codeShape, svgOf } from '../../../printing/qr.ts'
import { stockIssues } from '../../stock/index.ts'
import { invoices } from '../invoices/document.ts'
import type { PaperJob } from './jobs.ts'
import { deliveryFacts, invoiceFacts } from './load.ts'
import { PaymentCode } from './schema.ts'
import { paymentCodeOf } from './spayd.ts'

const print = (ctx: ReadContext, job: PaperJob): Promise<Buffer> => ctx.printer.print(ctx.account.book.id, job)

const invoiceOfPath = rowOfPath(invoices)

const invoicePdf = defineEndpoint({
  id: 'invoices.pdf',
  method: 'GET',
  path: '/invoices/{id}/pdf',
  summary: 'Download an invoice as PDF',
  description: 'As handed to the customer, with a payment code; a draft is marked as one.',
  access: invoices.access.read,
  query: PaperQuery,
  returns: pdfFile,
  errors: [],
  isLongLived: true,
  record: invoiceOfPath,
  async handle({ record, query }, ctx) {
    const facts = await ctx.inTurn(() => invoiceFacts(ctx, record))
    const body = await print(ctx, { kind: 'invoice_pdf', facts, language: query.language ?? 'cs' })
    return { body, headers: attachmentHeader(fileName(record.number, record.id, 'pdf')) }
  },
})

const invoiceIsdoc = defineEndpoint({
  id: 'invoices.isdoc',
  method: 'GET',
  path: '/invoices/{id}/isdoc',
  summary: 'Download an invoice as ISDOC',
  description: 'ISDOC 6.0.2, the Czech standard for electronic invoices. Only for an issued invoice.',
  access: invoices.access.read,
  returns: { status: 200, schema: FileBytes, file: 'application/xml' },
  errors: ['invalid_transition'],
  isLongLived: true,
  record: invoiceOfPath,
  async handle({ record }, ctx) {
    if (record.number === null) throw invoices.notNow(record)
    const facts = await ctx.inTurn(() => invoiceFacts(ctx, record))
    const body = await print(ctx, { kind: 'invoice_isdoc', facts })
    return { body, headers: attachmentHeader(fileName(record.number, record.id, 'isdoc')) }
  },
})

const invoiceCode = defineEndpoint({
  id: 'invoices.qr',
  method: 'GET',
  path: '/invoices/{id}/qr',
  summary: 'Get the payment code of an invoice',
  description:
    'For the remaining amount, payable to the default account for bank transfers in its currency. 409 conflict ' +
    'without an IBAN, when nothing remains, and for an invoice paid in cash or by card.',
  access: invoices.access.read,
  returns: { status: 200, schema: PaymentCode },
  errors: ['conflict'],
  isOfOneMoment: true,
  record: invoiceOfPath,
  async handle({ record }, ctx) {
    const code = paymentCodeOf(await invoiceFacts(ctx, record))
    if ('missing' in code) throw problem('conflict', code.missing)
    const { spayd } = code
    const livemode = ctx.account.book.isLive
    return { body: { object: 'payment_code' as const, spayd, svg: svgOf(codeShape(spayd)), livemode } }
  },
})

const issueOfPath = rowOfPath(stockIssues)

const deliveryPdf = defineEndpoint({
  id: 'stockIssues.pdf',
  method: 'GET',
  path: '/stock-issues/{id}/pdf',
  summary: 'Download the delivery note of a stock issue as PDF',
  description: 'The goods and their lots, without prices, with a place to sign.',
  access: { scopes: ['stock:read'] },
  query: PaperQuery,
  returns: pdfFile,
  errors: [],
  isLongLived: true,
  record: issueOfPath,
  async handle({ record, query }, ctx) {
    const facts = await ctx.inTurn(() => deliveryFacts(ctx, record))
    const body = await print(ctx, { kind: 'delivery_pdf', facts, language: query.language ?? 'cs' })
    return { body, headers: attachmentHeader(fileName(record.number, record.id, 'pdf')) }
  },
})

export const paperEndpoints: readonly Endpoint[] = [invoicePdf, invoiceIsdoc, invoiceCode, deliveryPdf]
