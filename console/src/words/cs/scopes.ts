import type { words as en } from '../en/scopes.ts'

export const words: typeof en = {
  meanings: {
    'core:read': 'Číst partnery, kontakty, položky, ceny, jednotky a schránku.',
    'core:write': 'Zakládat a měnit partnery, kontakty a položky, nahrávat soubory.',
    'stock:read': 'Číst sklady, stavy, šarže a skladové doklady.',
    'stock:write': 'Vytvářet skladové doklady a inventury a provádět jejich akce.',
    'sales:read': 'Číst objednávky a vydané faktury.',
    'sales:write': 'Vytvářet a měnit objednávky a faktury a provádět jejich akce.',
    'finance:read': 'Číst přijaté faktury, pokladnu a banku.',
    'finance:write': 'Vytvářet přijaté faktury a pokladní doklady, zapisovat platby.',
    'brewery:read': 'Číst várky, měření, nádoby a přiznání spotřební daně.',
    'brewery:write': 'Zakládat várky a měření, posouvat fáze, připravovat přiznání.',
    'pos:read': 'Číst pokladny, pípy a prodeje.',
    'pos:write': 'Zapisovat prodeje a narážet sudy.',
    'events:read': 'Číst záznam událostí.',
    'webhooks:manage': 'Zakládat a měnit webhooky a číst jejich doručení.',
    'workflow:write': 'Číst úkoly a řídit je z jiného systému.',
  },
  presets: {
    eshop: 'E-shop',
    accounting: 'Účetnictví',
    warehouse: 'Sklad',
    'read-only': 'Jen čtení',
    full: 'Vše',
    custom: 'Vlastní',
  },
}
