/** Who may see packaging that is out: it is stock, and it is what customers owe. */
import type { Access } from '../../../contract/endpoint.ts'

export const readPackaging: Access = { scopes: ['stock:read', 'sales:read'] }
