/** What the mail on a key that is about to expire says. */
import { toMilliseconds } from '../../lib/instants.ts'
import type { Language } from '../../printing/words.ts'
import type { ExpiringKey } from './store.ts'
import { modeWord, oneLine, type Words } from './words.ts'

const locales = { cs: 'cs-CZ', en: 'en-GB' } as const satisfies Record<Language, string>

/** By the date, not "in 7 days": that stays true however late the mail arrives or is read. */
export function expiryWords(key: ExpiringKey, baseUrl: string, language: Language): Words {
  const name = oneLine(key.name)
  const written = (parts: Intl.DateTimeFormatOptions): string =>
    new Intl.DateTimeFormat(locales[language], { timeZone: key.time_zone, ...parts }).format(
      toMilliseconds(key.expires_at),
    )
  const date = written({ day: 'numeric', month: 'long', year: 'numeric' })
  const facts = {
    name,
    date,
    time: written({ hour: '2-digit', minute: '2-digit' }),
    account: `${oneLine(key.tenant_name)} (${key.tenant_slug})`,
    mode: modeWord(key.is_live, language),
    keys: `${baseUrl}/console`,
  }
  return language === 'cs' ? inCzech(key, facts) : inEnglish(key, facts)
}

type Facts = Record<'name' | 'date' | 'time' | 'account' | 'mode' | 'keys', string>

const inEnglish = (
  { prefix, last_four, time_zone }: ExpiringKey,
  { name, date, time, account, mode, keys }: Facts,
): Words => ({
  subject: `API key "${name}" stops working on ${date}`,
  body: `\
The API key "${name}" stops working on ${date} at ${time} (${time_zone}).

Key:      ${prefix}…${last_four}
Account:  ${account}
Mode:     ${mode}

From then on every request with this key is refused with 401. To keep what uses it running,
create a new key before that and put it in place of this one. If nothing uses it any more,
there is nothing to do.

The keys of the account: ${keys}
`,
})

const inCzech = (
  { prefix, last_four, time_zone }: ExpiringKey,
  { name, date, time, account, mode, keys }: Facts,
): Words => ({
  subject: `Klíč API „${name}“ přestane platit ${date}`,
  body: `\
Klíč API „${name}“ přestane platit ${date} v ${time} (${time_zone}).

Klíč:     ${prefix}…${last_four}
Účet:     ${account}
Kniha:    ${mode}

Od té chvíle bude každý požadavek s tímto klíčem odmítnut (401). Aby to, co ho používá,
běželo dál, vytvořte do té doby nový klíč a vyměňte ho za tento. Pokud ho už nic nepoužívá,
nemusíte dělat nic.

Klíče účtu: ${keys}
`,
})
