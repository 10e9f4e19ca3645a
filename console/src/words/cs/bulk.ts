import type { words as en } from '../en/bulk.ts'

export const words: typeof en = {
  results: 'Výsledky',
  record: 'Záznam',
  result: 'Výsledek',
  reason: 'Proč ne, nebo co vzniklo',
  is: { waiting: 'Čeká', able: 'Lze provést', refused: 'Odmítnuto', done: 'Hotovo' },
  filling: 'Vyplňte, co bude mít každý z nich.',
  rehearsing: (count, all) => `Zkouší se: ${count} z ${all}`,
  ready: (able, all) =>
    able === all ? `Lze provést u všech (${all}).` : `Lze provést u ${able} z ${all}, odmítnuto by bylo ${all - able}.`,
  running: (done, all) => `Hotovo: ${done} z ${all}`,
  ended: (done, all) =>
    done === all ? `Hotovo je vše (${all}).` : `Hotovo ${done} z ${all}, odmítnuto ${all - done}.`,
}
