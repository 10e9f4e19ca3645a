/** Credit notes set off against what remains of their invoice: both carry it, and only the rest is paid. */
import type { WriteContext } from '../../../kernel/context.ts'
import { decimal, plain } from '../../../lib/decimal.ts'
import { findLastPayment } from '../../finance/payments/store.ts'
import { type InvoiceEvent, sayInvoice, touch } from './actions.ts'
import { findInvoice, type Invoice, listCreditsOf } from './store.ts'
import { remainingOf } from './totals.ts'

/** An invoice with the credit notes of it that are issued, the oldest first. */
interface Family {
  invoice: Invoice
  notes: Invoice[]
}

/** What is open on both sides is taken off both. Pure. */
export function setOff({ invoice, notes }: Family): Family {
  let now = invoice
  const after = notes.map(note => {
    const open = remainingOf(note).times(-1)
    const left = remainingOf(now)
    const amount = open.lt(left) ? open : left
    if (amount.lte(0)) return note
    now = { ...now, amount_credited: plain(decimal(now.amount_credited).plus(amount)) }
    return { ...note, amount_credited: plain(decimal(note.amount_credited).minus(amount)) }
  })
  return { invoice: now, notes: after }
}

/** Saves the document as it became, and whatever of its family its change settles or opens. */
export async function settle(ctx: WriteContext, acting: Invoice, event: InvoiceEvent): Promise<Invoice> {
  const family = await familyOf(ctx, acting)
  const { invoice, notes } = setOff(family)
  const after = [invoice, ...notes]
  const saved = await touch(ctx, await withState(ctx, after.find(({ id }) => id === acting.id)!))
  sayInvoice(ctx, event, saved)
  await saveOthers(ctx, [family.invoice, ...family.notes], after, acting)
  return saved
}

/** What the credit note took off remains again, for other credit notes or for a payment. */
export async function settleWithout(ctx: WriteContext, note: Invoice): Promise<void> {
  const invoice = (await findInvoice(ctx.tx, ctx.account.book.id, note.original_id!))!
  const notes = (await issuedNotes(ctx, invoice)).filter(({ id }) => id !== note.id)
  const amount_credited = plain(decimal(invoice.amount_credited).plus(note.amount_credited))
  const after = setOff({ invoice: { ...invoice, amount_credited, is_credited: false }, notes })
  await saveOthers(ctx, [invoice, ...notes], [after.invoice, ...after.notes], note)
}

async function familyOf(ctx: WriteContext, acting: Invoice): Promise<Family> {
  if (acting.original_id === null) return { invoice: acting, notes: await issuedNotes(ctx, acting) }
  const invoice = (await findInvoice(ctx.tx, ctx.account.book.id, acting.original_id))!
  const others = (await issuedNotes(ctx, invoice)).filter(({ id }) => id !== acting.id)
  return { invoice, notes: [...others, acting] }
}

const issuedNotes = async (ctx: WriteContext, { id }: Invoice): Promise<Invoice[]> =>
  (await listCreditsOf(ctx.tx, ctx.account.book.id, id)).filter(({ status }) => status !== 'draft')

async function saveOthers(ctx: WriteContext, before: Invoice[], after: Invoice[], acting: Invoice): Promise<void> {
  for (const [place, document] of after.entries()) {
    const was = before[place]!
    const isSame = was.amount_credited === document.amount_credited && was.is_credited === document.is_credited
    if (document.id === acting.id || isSame) continue
    const saved = await touch(ctx, await withState(ctx, document))
    if (saved.status !== was.status) sayInvoice(ctx, saved.status === 'paid' ? 'paid' : 'payment_reverted', saved)
  }
}

/** Paid: nothing remains, and money moved. What credits alone settled stays issued. */
async function withState(ctx: WriteContext, invoice: Invoice): Promise<Invoice> {
  const isPaid = remainingOf(invoice).eq(0) && !decimal(invoice.amount_paid).eq(0)
  if (!isPaid) return { ...invoice, status: 'issued', paid_at: null }
  if (invoice.status === 'paid') return invoice
  const last = await findLastPayment(ctx.tx, ctx.account.book.id, invoice.id)
  return { ...invoice, status: 'paid', paid_at: last!.paid_on }
}
