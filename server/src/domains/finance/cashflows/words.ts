/** What cash-flow documents that the service writes say they are for, in the language of the account. */
import type { WriteContext } from '../../../kernel/context.ts'
import { type Language, languageOf } from '../../../printing/words.ts'

const czech = {
  invoice: 'Faktura',
  credit_note: 'Dobropis',
  received_invoice: 'Přijatá faktura',
  sale: 'Prodej',
  refund: 'Vrácení',
  packaging_return: 'Vratné obaly',
  float: 'Rozdíl počáteční hotovosti směny',
  surplus: 'Přebytek směny',
  shortage: 'Manko směny',
  withdrawal: 'Odvod ze směny',
}
type Purpose = keyof typeof czech

const english: Record<Purpose, string> = {
  invoice: 'Invoice',
  credit_note: 'Credit note',
  received_invoice: 'Received invoice',
  sale: 'Sale',
  refund: 'Refund',
  packaging_return: 'Returnable packaging',
  float: 'Float difference of',
  surplus: 'Surplus of',
  shortage: 'Shortage of',
  withdrawal: 'Withdrawal of',
}

const words: Record<Language, Record<Purpose, string>> = { cs: czech, en: english }

/** Such as `Faktura 2026-7`: kept with the document as it was written. */
export const purposeText = ({ account }: Pick<WriteContext, 'account'>, purpose: Purpose, number: string): string =>
  `${words[languageOf(account.tenant.countryCode)][purpose]} ${number}`
