import type { words as en } from '../en/payments.ts'

export const words: typeof en = {
  pay: {
    paid_at: 'Zaplaceno dne',
    account_id: 'Účet',
    amount: 'Částka',
    accountHint: 'Když zůstane prázdný, použije se výchozí účet.',
    amountHint: remaining => `Zbývá ${remaining}. Menší částka je částečná platba.`,
  },
  unpayable: {
    text: 'Pro tuto fakturu není nastaven bankovní účet: na dokladu nebude, kam zaplatit, ani platební kód, a po vystavení to už nepůjde doplnit.',
    noCode:
      'Bankovní účet nemá IBAN a z jeho čísla neplyne: na dokladu nebude QR kód k zaplacení a po vystavení to už nepůjde doplnit.',
    set: 'Nastavit bankovní účet',
  },
  amounts: { paid: 'Zaplaceno', remaining: 'Zbývá' },
}
