/** Which addresses webhooks may go to: public ones, and the ranges an operator opened with WEBHOOK_ALLOW_CIDRS. */
import { addressList, isListed } from '../../lib/addresses.ts'
import { assert } from '../../lib/assert.ts'
import { isPublicAddress } from '../../lib/public-addresses.ts'

export interface Guard {
  isAllowed(address: string): boolean
  /** Where ranges are open, names are looked up as this machine does: its hosts file knows receivers in them. */
  hasOpenRanges: boolean
  /** Names of this machine itself may be registered. */
  allowsLoopback: boolean
}

export function webhookGuard(allowedRanges: readonly string[]): Guard {
  const list = addressList(allowedRanges)
  assert(list, 'the ranges of WEBHOOK_ALLOW_CIDRS were read at the start')
  return {
    isAllowed: address => isPublicAddress(address) || (!address.includes('%') && isListed(list, address)),
    hasOpenRanges: allowedRanges.length > 0,
    allowsLoopback: ['127.0.0.1', '::1'].some(address => isListed(list, address)),
  }
}
