/** Credit notes set off against what remains of their invoice: both carry it, and only the rest is paid. */

import type { WriteContext } from '../../../kernel/context.ts'
import { moveAutomatically } from '../../../kernel/transitions.ts'
import { decimal, plain } from '../../../lib/decimal.ts'
import { findLastPayment } from '../../finance/index.ts'
import { invoices } from './document.ts'
import { type Invoice, invoiceTable, listCreditsOf } from './store.ts'
import { remainingOf } from './totals.ts'

/** An invoice with the credit notes of it that are issued, the oldest first. */
interface Family {
  invoice: Invoice
  notes: Invoice[]
}

/** What is open on both sides is taken off both; gives the `amount_credited` of each of them. Pure. */
function setOff({ invoice, notes }: Family): (member: Invoice) => string {
  const credited = new Map<string, string>()
  let now = invoice
  for (const note of notes) {
    const open = remainingOf(note).times(-1)
    const left = remainingOf(now)
    const amount = open.lt(left) ? open : left
    if (amount.lte(0)) continue
    now = { ...now, amount_credited: plain(decimal(now.amount_credited).plus(amount)) }
    credited.set(note.id, plain(decimal(note.amount_credited).minus(amount)))
  }
  credited.set(invoice.id, now.amount_credited)
  return ({ id, amount_credited }) => credited.get(id) ?? amount_credited
}

interface Settled {
  /** Of the document itself: what it is set off with, and the state that leaves it in. */
  changes: Invoice
  to: 'issued' | 'paid'
  /** Once it is saved: whatever of its family its change settles or opens. */
  saveOthers(): Promise<void>
}

/** `related` when it was read before. */
export async function settle(ctx: WriteContext, acting: Invoice, related?: Related): Promise<Settled> {
  const family = familyOf(acting, related ?? (await readRelated(ctx, acting)))
  const creditedOf = setOff(family)
  const changed = { ...acting, amount_credited: creditedOf(acting) }
  const { to, paid_at } = await settledState(ctx, changed)
  const others = [family.invoice, ...family.notes].filter(({ id }) => id !== acting.id)
  return {
    changes: { ...changed, paid_at },
    to,
    async saveOthers() {
      for (const other of others) await saveSettled(ctx, other, { amount_credited: creditedOf(other) })
    },
  }
}

/** What the credit note took off remains again, for other credit notes or for a payment. */
export async function settleWithout(ctx: WriteContext, note: Invoice, originalId: string): Promise<void> {
  const invoice = await invoiceTable.get(ctx.tx, ctx.account.book.id, originalId)
  const notes = (await issuedNotes(ctx, invoice.id)).filter(({ id }) => id !== note.id)
  const amount_credited = plain(decimal(invoice.amount_credited).plus(note.amount_credited))
  const creditedOf = setOff({ invoice: { ...invoice, amount_credited }, notes })
  await saveSettled(ctx, invoice, { amount_credited: creditedOf(invoice), is_credited: false })
  for (const other of notes) await saveSettled(ctx, other, { amount_credited: creditedOf(other) })
}

function familyOf(acting: Invoice, { original, notes }: Related): Family {
  if (!original) return { invoice: acting, notes }
  return { invoice: original, notes: [...notes.filter(({ id }) => id !== acting.id), acting] }
}

interface Related {
  /** Of a credit note. */
  original?: Invoice
  /** The issued credit notes of the invoice. */
  notes: Invoice[]
}

export async function readRelated(ctx: WriteContext, { id, original_id }: Invoice): Promise<Related> {
  if (original_id === null) return { notes: await issuedNotes(ctx, id) }
  const [original, notes] = await Promise.all([
    invoiceTable.get(ctx.tx, ctx.account.book.id, original_id),
    issuedNotes(ctx, original_id),
  ])
  return { original, notes }
}

const issuedNotes = async (ctx: WriteContext, id: string): Promise<Invoice[]> =>
  (await listCreditsOf(ctx.tx, ctx.account.book.id, id)).filter(({ status }) => status !== 'draft')

/** The next version, when something of it changed, in the state that leaves it in. */
async function saveSettled(
  ctx: WriteContext,
  before: Invoice,
  { amount_credited, is_credited = before.is_credited }: { amount_credited: string; is_credited?: boolean },
): Promise<void> {
  if (before.amount_credited === amount_credited && before.is_credited === is_credited) return
  const { to, paid_at } = await settledState(ctx, { ...before, amount_credited })
  const changes = { amount_credited, is_credited, paid_at }
  if (to === before.status) {
    await invoices.touch(ctx, before, changes)
    return
  }
  const event = to === 'paid' ? 'paid' : 'payment_reverted'
  await moveAutomatically(ctx, invoices, { row: before, to, changes, event })
}

/** Paid: nothing remains, and money moved. What credits alone settled stays issued. */
async function settledState(
  ctx: WriteContext,
  invoice: Invoice,
): Promise<{ to: 'issued' | 'paid'; paid_at: Invoice['paid_at'] }> {
  const isPaid = remainingOf(invoice).eq(0) && !decimal(invoice.amount_paid).eq(0)
  if (!isPaid) return { to: 'issued', paid_at: null }
  if (invoice.paid_at !== null) return { to: 'paid', paid_at: invoice.paid_at }
  const last = await findLastPayment(ctx.tx, ctx.account.book.id, invoice.id)
  return { to: 'paid', paid_at: last!.paid_on }
}
