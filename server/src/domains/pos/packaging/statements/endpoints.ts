/** The packaging statement of a partner, as JSON and to sign; the summary of all of them. */
import { Type } from 'typebox'
import { DataOf, Shape } from '../../../../contract/schema.ts'
import type { FindContext } from '../../../../kernel/context.ts'
import { defineEndpoint, type Endpoint } from '../../../../kernel/endpoint.ts'
import { homeCurrency } from '../../../../lib/currencies.ts'
import { toInstant } from '../../../../lib/instants.ts'
import { attachmentHeader, fileName, PaperQuery, pdfFile, type WordedPaper } from '../../../../printing/files.ts'
import { findPartner } from '../../../core/index.ts'
import { readPackaging } from '../access.ts'
import { statementPaper } from '../papers/statement-paper.ts'
import { findPaperParties } from '../papers/store.ts'
import { PackagingStatement, PackagingSummary, periodFields } from './schema.ts'
import { periodOf, statementOf, summaryOf } from './statement.ts'

const currency = Type.Optional(Type.String({ pattern: '^[A-Z]{3}$', description: 'Of the deposits; CZK by default.' }))

const partnerOfPath = ({ id }: Record<string, string>, { db, account }: FindContext) =>
  findPartner(db, account.book.id, id!)

const statement = defineEndpoint({
  id: 'partners.packagingStatement',
  method: 'GET',
  path: '/partners/{id}/packaging-statement',
  summary: 'Get the packaging statement of a partner',
  description: 'By the dates of movements. A reversal counts where what it undoes counts, on its own date.',
  access: readPackaging,
  query: Shape({ ...periodFields, currency }),
  returns: { status: 200, schema: PackagingStatement },
  errors: [],
  isOfOneMoment: true,
  record: partnerOfPath,
  handle: async ({ record, query }, ctx) => ({
    body: await statementOf(ctx, record, { period: periodOf(query), currency: query.currency ?? homeCurrency }),
  }),
})

const pdf = defineEndpoint({
  id: 'partners.packagingStatementPdf',
  method: 'GET',
  path: '/partners/{id}/packaging-statement/pdf',
  summary: 'Download the packaging statement of a partner as PDF',
  description: 'With a place to sign.',
  access: readPackaging,
  query: Shape({ ...periodFields, currency, ...PaperQuery.properties }),
  returns: pdfFile,
  errors: [],
  isLongLived: true,
  record: partnerOfPath,
  async handle({ record, query }, ctx) {
    const period = periodOf(query)
    const facts = await ctx.inTurn(async () => ({
      statement: await statementOf(ctx, record, { period, currency: query.currency ?? homeCurrency }),
      ...(await findPaperParties(ctx.db, ctx.account, record.id)),
      madeAt: toInstant(ctx.nowMs),
    }))
    const job: WordedPaper = { kind: 'paper_pdf', paper: statementPaper(facts, query.language ?? 'cs') }
    const body = await ctx.printer.print(ctx.account.book.id, job)
    const name = fileName(`packaging-${period.from}-${period.to}`, record.id, 'pdf')
    return { body, headers: attachmentHeader(name) }
  },
})

const summary = defineEndpoint({
  id: 'packagingBalances.summary',
  method: 'GET',
  path: '/packaging-balances/summary',
  summary: 'Sum up the movements of returnable packaging by deposit',
  description: 'Over all partners and those nobody knows: what the tax on packaging that stays out asks for.',
  access: readPackaging,
  query: Shape(periodFields),
  returns: { status: 200, schema: DataOf(PackagingSummary) },
  errors: [],
  handle: async ({ query }, ctx) => ({ body: { data: await summaryOf(ctx, periodOf(query)) } }),
})

export const statementEndpoints: readonly Endpoint[] = [statement, pdf, summary]
