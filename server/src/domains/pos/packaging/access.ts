/** Who may see packaging that is out: it is stock, and it is what customers owe. */
import type { AccessOfPeople } from '../../../kernel/rights.ts'

/** Who serves takes empties back, and has to see what somebody holds. */
export const readPackaging: AccessOfPeople = { scopes: ['stock:read', 'sales:read'], personScopes: ['pos:read'] }
