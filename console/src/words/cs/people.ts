import type { words as en } from '../en/people.ts'

export const words: typeof en = {
  role: 'Role',
  rightsLabel: 'Práva',
  asRole: 'Práva podle role.',
  custom: 'Vlastní práva, jiná než má role.',
  backToRole: 'Vrátit práva role',
  roles: {
    owner: 'Vlastník',
    admin: 'Správce',
    sales: 'Obchod',
    warehouse: 'Sklad',
    accountant: 'Účetní',
    brewer: 'Sládek',
    bartender: 'Výčepní',
    viewer: 'Jen čtení',
  },
  modules: {
    core: 'Partneři, položky, ceny',
    stock: 'Sklad',
    sales: 'Prodej',
    finance: 'Finance',
    brewery: 'Pivovar',
    pos: 'Výčep',
    events: 'Události',
    webhooks: 'Webhooky',
    workflow: 'Úkoly',
  },
  rights: { read: 'Číst', write: 'Zapisovat', manage: 'Spravovat' },
}
