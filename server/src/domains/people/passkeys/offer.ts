/** Where browsers know passkeys: at a name, over https or on this machine. Pure. */
import { isIP } from 'node:net'

export interface PasskeyOffer {
  is_offered: boolean
  /** Why not. */
  reason: string | null
}

export function passkeyOffer(baseUrl: string): PasskeyOffer {
  const { hostname, protocol } = new URL(baseUrl)
  if (hostname === 'localhost') return { is_offered: true, reason: null }
  if (isIP(hostname.replace(/^\[|\]$/g, ''))) {
    return { is_offered: false, reason: 'Passkeys need a host name, and this service is reached by an IP address.' }
  }
  return protocol === 'https:'
    ? { is_offered: true, reason: null }
    : { is_offered: false, reason: 'Passkeys need https, and this service is reached by http.' }
}
