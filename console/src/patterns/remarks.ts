/**
 * PURE: what the service remarks of a file, in the language of the page. Its remarks are texts that are kept with the file,
 * without codes: those it writes are known here one by one, what people wrote is shown as it is.
 */
import type { Language } from '../format/numbers.ts'

const days: Record<string, string> = { 'due date': 'Splatnost', 'tax point date': 'Datum plnění' }

type Said = (found: string[]) => string

/** `inbox-remarks.test.ts` looks whether the service still says so. */
export const czech: readonly [remark: RegExp, said: Said][] = [
  [/^The same file came before\.$/, () => 'Stejný soubor už přišel dříve.'],
  [/^This document was imported before\.$/, () => 'Tento doklad už byl založen dříve.'],
  [/^The recipient is (.*)\.$/, ([to]) => `Pozor, odběratelem nejste vy, ale ${to}.`],
  [/^The supplier is this company itself\.$/, () => 'Dodavatelem je vaše vlastní firma.'],
  [/^The supplier is out of use\.$/, () => 'Dodavatel je v knize vyřazený.'],
  [/^The IBAN fails its check and was left out: (.*)$/, ([iban]) => `IBAN je chybný a byl vynechán: ${iban}`],
  [/^The number of the invoice is longer than 100 characters and was cut\.$/, () => 'Číslo faktury bylo zkráceno.'],
  [/^The (due date|tax point date) is not a date: (.*)$/, ([what, text]) => `${days[what!]} není datum: ${text}`],
  [
    /^The document is in a foreign currency without a usable exchange rate\.$/,
    () => 'Doklad je v cizí měně bez použitelného kurzu.',
  ],
  [
    /^The document corrects an earlier invoice: look whether that one was imported too\.$/,
    () => 'Doklad opravuje dřívější fakturu: podívejte se, zda je založená i ta.',
  ],
  [
    /^At (\S+) % the lines come to (.*), the tax summary to (.*)\.$/,
    ([rate, lines, summary]) => `V sazbě ${rate} % dávají řádky ${lines}, rekapitulace daně ${summary}.`,
  ],
  [
    /^The document says its VAT is (.*), its rates come to (.*)\.$/,
    ([sum, rates]) => `Doklad uvádí daň ${sum}, jeho sazby dávají ${rates}.`,
  ],
  [
    /^The document comes to (.*) with VAT, and (.*) is payable\.$/,
    ([total, payable]) => `Doklad je celkem s daní na ${total}, ale k úhradě uvádí ${payable}.`,
  ],
  [
    /^The document comes to (.*) and (.*): by its exchange rate it would be (.*)\.$/,
    ([own, home, counted]) => `Doklad je na ${own} a ${home}, podle jeho kurzu by to bylo ${counted}.`,
  ],
  [/^The exchange rate was rounded to (.*)\.$/, ([rate]) => `Kurz byl zaokrouhlen na ${rate}.`],
]

function inCzech(line: string): string {
  for (const [remark, said] of czech) {
    const found = remark.exec(line)
    if (found) return said(found.slice(1))
  }
  return line
}

/** Line by line. A refusal begins with its code. */
export function remarksOf(language: Language, note: string | null, titles: Record<string, string>): string[] {
  const [, code, detail] = /^([a-z]+(?:_[a-z]+)+)(?:: ([\s\S]*))?$/.exec(note ?? '') ?? []
  const title = code && titles[code]
  if (title) return detail ? [`${title}.`, detail] : [`${title}.`]
  const lines = (note ?? '').split('\n').filter(line => line !== '')
  return language === 'cs' ? lines.map(inCzech) : lines
}
