/** Which addresses webhooks may go to: public ones, and the ranges an operator opened with WEBHOOK_ALLOW_CIDRS. */
import { addressList, isListed } from '../../lib/addresses.ts'
import { assert } from '../../lib/assert.ts'
import { isPublicAddress } from '../../lib/public-addresses.ts'

export interface Guard {
  isAllowed(address: string): boolean
  /** Where private ranges are open, names without a public meaning may lead to them. */
  allowsLocalNames: boolean
}

export function webhookGuard(allowedRanges: readonly string[]): Guard {
  const list = addressList(allowedRanges)
  assert(list, 'the ranges of WEBHOOK_ALLOW_CIDRS were read at the start')
  return {
    isAllowed: address => isPublicAddress(address) || (!address.includes('%') && isListed(list, address)),
    allowsLocalNames: allowedRanges.length > 0,
  }
}
