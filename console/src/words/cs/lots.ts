import type { words as en } from '../en/lots.ts'

export const words: typeof en = {
  oldest: 'Od nejstarší',
  unnamed: 'bez čísla',
  left: quantity => `zbývá ${quantity}`,
  until: day => `do ${day}`,
  from: receipt => `z ${receipt}`,
}
