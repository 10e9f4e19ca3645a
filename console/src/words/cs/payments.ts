import type { words as en } from '../en/payments.ts'

export const words: typeof en = {
  pay: {
    paid_at: 'Zaplaceno dne',
    account_id: 'Účet',
    amount: 'Částka',
    accountHint: 'Když zůstane prázdný, použije se výchozí účet.',
    amountHint: remaining => `Zbývá ${remaining}. Menší částka je částečná platba.`,
  },
  amounts: { paid: 'Zaplaceno', remaining: 'Zbývá' },
}
