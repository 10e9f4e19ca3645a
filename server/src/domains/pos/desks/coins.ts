/** The smallest coins of cash. Pure. */
import { decimal } from '../../../lib/decimal.ts'

export const coins = ['0.01', '0.05', '0.10', '0.50', '1.00', '5.00'] as const

export const isCoin = (amount: string): boolean => coins.some(coin => decimal(coin).eq(amount))

/** Slovakia rounds cash to five cents; the others of the euro do not ask for it. */
export function smallestCoin(currency: string, countryCode: string): (typeof coins)[number] {
  if (currency === 'CZK') return '1.00'
  return currency === 'EUR' && countryCode === 'SK' ? '0.05' : '0.01'
}
