/** What mails on webhooks say to the account's administrators. */
import type { LostRight } from '../../../kernel/rights.ts'
import type { Language } from '../../../printing/words.ts'
import type { MailWords } from '../../mails/index.ts'
import type { EndpointRow } from '../endpoints/store.ts'
import { maxFailures } from './results.ts'
import type { ClaimedDelivery } from './store.ts'

export const disabledWords = ({ url, id, acked_sequence }: EndpointRow): MailWords => ({
  cs: {
    subject: 'Webhook byl vypnut',
    body:
      `${maxFailures} doručení na ${url} za sebou selhalo, proto byl webhook ${id} vypnut.\n\n` +
      `Nic se neztratilo: události po čísle ${acked_sequence} čekají. Až příjemce zase poběží, zapněte webhook ` +
      `v konzoli nebo voláním POST /api/v1/webhook-endpoints/${id}/actions/enable.`,
  },
  en: {
    subject: 'A webhook endpoint was disabled',
    body:
      `${maxFailures} deliveries in a row to ${url} failed, so the endpoint ${id} was disabled.\n\n` +
      `Nothing is lost: events after ${acked_sequence} are held. When the receiver works again, enable the endpoint ` +
      `in the console or with POST /api/v1/webhook-endpoints/${id}/actions/enable.`,
  },
})

export const goneWords = ({ url, id }: EndpointRow): MailWords => ({
  cs: {
    subject: 'Webhook byl vyřazen',
    body:
      `Příjemce na ${url} odpověděl 410 Gone, proto byl webhook ${id} vyřazen a to, co na něj čekalo, zrušeno.` +
      '\n\nPokud to byl omyl, zapněte webhook znovu a řekněte, odkud má pokračovat.',
  },
  en: {
    subject: 'A webhook endpoint was retired',
    body:
      `The receiver at ${url} answered 410 Gone, so the endpoint ${id} was retired and what waited for it was ` +
      'cancelled.\n\nIf that was a mistake, enable the endpoint again and say where it shall go on.',
  },
})

export const deadWords = (id: string): MailWords => ({
  cs: {
    subject: 'Doručení webhooku bylo vzdáno',
    body:
      `Všech osm pokusů doručit událost na webhook ${id} během asi 58 hodin selhalo.\n\n` +
      `Najdete je v konzoli nebo přes GET /api/v1/webhook-endpoints/${id}/deliveries?status=dead a znovu je pošlete ` +
      'voláním POST /api/v1/webhook-deliveries/{id}/actions/retry.',
  },
  en: {
    subject: 'A webhook delivery was given up',
    body:
      `All eight attempts to deliver an event to the endpoint ${id} failed over about 58 hours.\n\n` +
      `See GET /api/v1/webhook-endpoints/${id}/deliveries?status=dead and send them again with ` +
      'POST /api/v1/webhook-deliveries/{id}/actions/retry.',
  },
})

const losses: Record<LostRight, Record<Language, string>> = {
  key_revoked: { cs: 'byl zrušen', en: 'was revoked' },
  key_expired: { cs: 'přestal platit', en: 'has expired' },
  owner_inactive: { cs: 'patří člověku, který už není aktivní', en: 'acts for a person who is no longer active' },
  account_locked: { cs: 'patří účtu, který je zamčen', en: 'belongs to an account that is locked' },
  addon_required: { cs: 'patří účtu bez doplňku API', en: 'belongs to an account without the API add-on' },
  module_not_enabled: {
    cs: 'smí číst to, co patří modulu, který účet už nemá',
    en: 'may read what belongs to a module the account no longer has',
  },
  forbidden: {
    cs: 'patří člověku, který ztratil právo číst některé záznamy',
    en: 'acts for a person who lost the right to read some records',
  },
}

const lossesOfPeople: Partial<Record<LostRight, Record<Language, string>>> = {
  owner_inactive: { cs: 'už není aktivní', en: 'is no longer active' },
}

export function lostRightsWords(delivery: ClaimedDelivery, reason: LostRight): MailWords {
  const { endpoint_id: id, url, key_id, owner_id } = delivery
  const loss = (key_id === null ? lossesOfPeople[reason] : undefined) ?? losses[reason]
  const whose =
    key_id === null
      ? { cs: `uživatele ${owner_id}, který ${loss.cs}`, en: `the user ${owner_id}, who ${loss.en}` }
      : { cs: `klíče ${key_id}, který ${loss.cs}`, en: `the key ${key_id}, which ${loss.en}` }
  return {
    cs: {
      subject: 'Webhook dostává události bez záznamů',
      body:
        `Webhook ${id} (${url}) má práva ${whose.cs}. ` +
        'Příjemce se o událostech dál dozvídá, ale bez záznamů, kterých se týkají.\n\n' +
        'Aby to šlo dál, změňte adresu nebo vyměňte tajemství webhooku klíčem, který je číst smí: webhook pak patří ' +
        'tomuto klíči. Pokud ho už nikdo nepotřebuje, vypněte ho.',
    },
    en: {
      subject: 'A webhook endpoint gets events without their records',
      body:
        `The endpoint ${id} (${url}) is served with the rights of ${whose.en}. ` +
        'Its receiver still hears of events, without the records they are about.\n\n' +
        'To go on, change the address or rotate the secret of the endpoint with a key that may read them: it is then ' +
        'the endpoint of that key. If nobody needs it any more, disable it.',
    },
  }
}
