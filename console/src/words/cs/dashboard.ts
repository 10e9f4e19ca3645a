import type { words as en } from '../en/dashboard.ts'
import { czech } from '../plural.ts'

export const words: typeof en = {
  nothing: 'Zatím není co ukázat.',
  toDo: {
    title: 'Co čeká',
    nothing: 'Nic na vás nečeká.',
    names: {
      orders_to_prepare: 'Objednávky k přípravě',
      draft_receipts: 'Rozpracované příjemky',
      overdue_invoices: 'Faktury po splatnosti',
      bills_due: 'K zaplacení tento týden',
      inbox: 'Čeká ve schránce',
      tasks: 'Úkoly',
      failing_webhooks: 'Webhooky s chybou',
      expiring_keys: 'Klíče, které končí',
    },
    urgencies: { soon: 'brzy', late: 'pozdě', new: 'nové' },
  },
  plots: {
    sales: 'Prodej, 30 dní',
    stock_value: 'Hodnota skladu, 12 měsíců',
    receivables: 'Pohledávky',
    webhook_health: 'Webhooky, 24 hodin',
  },
  ageing: {
    label: 'Podle zpoždění',
    ages: {
      not_due: 'Před splatností',
      late_30: '1–30 dní po splatnosti',
      late_60: '31–60 dní po splatnosti',
      late_90: '61–90 dní po splatnosti',
      late_over_90: 'Přes 90 dní po splatnosti',
    },
    invoices: (number, shown) => `${shown} ${czech(number, { one: 'faktura', few: 'faktury', many: 'faktur' })}`,
  },
  plot: { table: 'Ukázat jako tabulku', plot: 'Ukázat jako graf', step: 'Období' },
  week: day => `týden od ${day}`,
  series: {
    invoices: 'fakturováno',
    cash_desks: 'výčep',
    stock: 'sklad',
    open: 'nezaplaceno',
    overdue: 'po splatnosti',
    due: 'splatné',
    succeeded: 'doručeno',
    failed: 'selhalo',
    waiting: 'čeká',
    enabled: 'zapnuté',
    disabled: 'vypnuté',
    failing: 's chybou',
  },
  first: {
    title: 'Začněte tady',
    text: 'Tato kniha je zatím prázdná. Tři kroky a pracuje pro vás.',
    steps: {
      item: { title: 'Přidat položku', text: 'Co prodáváte, kupujete nebo vaříte, s jednotkou a cenou.' },
      receipt: { title: 'Přijmout zboží', text: 'Co přišlo a co to stálo: tím začíná sklad.' },
      order: { title: 'Přijmout objednávku', text: 'Rezervuje sklad a vznikne z ní výdejka i faktura.' },
    },
    before: 'Před první fakturou vyplňte, co na ní stojí:',
    company: 'Vaše firma',
    account: 'Váš bankovní účet',
    fill: 'Naplnit zkušební knihu',
    fillText: 'Nebo se nejdřív rozhlédněte: malý pivovar s partnery, položkami, skladem a várkami.',
  },
}
