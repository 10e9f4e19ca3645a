/** What is odd about a document, seen beside what is known of its supplier: this is how payment fraud looks. */

import type { WriteContext } from '../../../kernel/context.ts'
import { accountText, type BankAccount, isSameAccount } from '../../../lib/bank-accounts.ts'
import { isSameName } from '../../core/index.ts'
import { type ImportWarning, listSupplierAccounts, type Received } from '../../finance/index.ts'
import type { FoundSupplier } from './supplier.ts'

const advice =
  'This is how payment fraud looks. Before you pay, call the supplier on a number you already know, not on one from ' +
  'this document.'

type Dates = Pick<Received, 'issue_date' | 'due_date'>

export async function warningsOf(
  ctx: WriteContext,
  supplier: FoundSupplier,
  document: Dates & { supplierName: string; account: BankAccount },
): Promise<ImportWarning[]> {
  const { partner, isKnown } = supplier
  return [
    ...(isKnown ? nameWarning(partner.name, document.supplierName) : []),
    ...(isKnown ? await accountWarning(ctx, partner.id, document.account) : []),
    ...dueWarning(document),
  ]
}

function nameWarning(known: string, written: string): ImportWarning[] {
  if (isSameName(known, written)) return []
  const message = `The document names the supplier "${written}"; the partner with this number is "${known}". ${advice}`
  return [{ code: 'supplier_name_differs', message }]
}

/** Most documents name the account of the last ones: only another one is looked for among all. */
const lookedAtFirst = 20

async function accountWarning(ctx: WriteContext, partnerId: string, asked: BankAccount): Promise<ImportWarning[]> {
  if (asked.account === null && asked.iban === null) return []
  const list = (newest?: number) =>
    listSupplierAccounts(ctx.tx, ctx.account.book.id, { partnerId, ...(newest && { newest }) })
  const isAsked = (account: BankAccount) => isSameAccount(account, asked)
  if ((await list(lookedAtFirst)).some(isAsked)) return []
  const earlier = await list()
  if (earlier.length === 0 || earlier.some(isAsked)) return []
  const known = earlier.slice(0, 3).map(accountText).join(', ')
  const message =
    `The document asks for payment to ${accountText(asked)}; earlier invoices of this supplier named ${known}. ` +
    `${advice} Once an invoice with the new account is confirmed, the account counts as known.`
  return [{ code: 'supplier_account_differs', message }]
}

function dueWarning({ issue_date, due_date }: Dates): ImportWarning[] {
  if (due_date >= issue_date) return []
  const message =
    `The document is due on ${due_date}, before it is issued on ${issue_date}. Ask the supplier which date is right, ` +
    'and correct it here.'
  return [{ code: 'due_before_issue', message }]
}
