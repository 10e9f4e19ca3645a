/** Credit notes set off against what remains of their invoice: both carry it, and only the rest is paid. */
import type { WriteContext } from '../../../kernel/context.ts'
import { moveAutomatically } from '../../../kernel/transitions.ts'
import { decimal, plain } from '../../../lib/decimal.ts'
import { findLastPayment } from '../../finance/payments/store.ts'
import { invoices } from './document.ts'
import { type Invoice, invoiceTable, listCreditsOf } from './store.ts'
import { remainingOf } from './totals.ts'

/** An invoice with the credit notes of it that are issued, the oldest first. */
interface Family {
  invoice: Invoice
  notes: Invoice[]
}

const membersOf = ({ invoice, notes }: Family): Invoice[] => [invoice, ...notes]

/** What is open on both sides is taken off both. Pure. */
function setOff({ invoice, notes }: Family): Family {
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

interface Settled {
  /** Of the document itself: with what it is set off, and the state that leaves it in. */
  changes: Invoice
  to: 'issued' | 'paid'
  /** Once it is saved: whatever of its family its change settles or opens. */
  saveOthers(): Promise<void>
}

export async function settle(ctx: WriteContext, acting: Invoice): Promise<Settled> {
  const before = await familyOf(ctx, acting)
  const after = setOff(before)
  const changed = membersOf(after).find(({ id }) => id === acting.id)!
  const { to, paid_at } = await settledState(ctx, changed)
  return { changes: { ...changed, paid_at }, to, saveOthers: () => saveOthers(ctx, acting, { before, after }) }
}

/** What the credit note took off remains again, for other credit notes or for a payment. */
export async function settleWithout(ctx: WriteContext, note: Invoice): Promise<void> {
  const invoice = (await invoiceTable.find(ctx.tx, ctx.account.book.id, note.original_id!))!
  const notes = (await issuedNotes(ctx, invoice)).filter(({ id }) => id !== note.id)
  const amount_credited = plain(decimal(invoice.amount_credited).plus(note.amount_credited))
  const after = setOff({ invoice: { ...invoice, amount_credited, is_credited: false }, notes })
  await saveOthers(ctx, note, { before: { invoice, notes }, after })
}

async function familyOf(ctx: WriteContext, acting: Invoice): Promise<Family> {
  if (acting.original_id === null) return { invoice: acting, notes: await issuedNotes(ctx, acting) }
  const invoice = (await invoiceTable.find(ctx.tx, ctx.account.book.id, acting.original_id))!
  const others = (await issuedNotes(ctx, invoice)).filter(({ id }) => id !== acting.id)
  return { invoice, notes: [...others, acting] }
}

const issuedNotes = async (ctx: WriteContext, { id }: Invoice): Promise<Invoice[]> =>
  (await listCreditsOf(ctx.tx, ctx.account.book.id, id)).filter(({ status }) => status !== 'draft')

async function saveOthers(
  ctx: WriteContext,
  acting: Invoice,
  family: { before: Family; after: Family },
): Promise<void> {
  const before = membersOf(family.before)
  for (const [index, after] of membersOf(family.after).entries()) {
    const was = before[index]!
    const { id, amount_credited, is_credited } = after
    const isSame = was.amount_credited === amount_credited && was.is_credited === is_credited
    if (id === acting.id || isSame) continue
    const { to, paid_at } = await settledState(ctx, after)
    const changes = { amount_credited, is_credited, paid_at }
    if (to === was.status) await invoices.touch(ctx, was, changes)
    else
      await moveAutomatically(ctx, invoices, was, { to, changes, event: to === 'paid' ? 'paid' : 'payment_reverted' })
  }
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
