/** The numbers every part of a run shares. */
import path from 'node:path'
import { fileURLToPath } from 'node:url'

export const benchFolder = path.dirname(fileURLToPath(import.meta.url))
export const program = path.join(benchFolder, '..', 'server', 'bin', 'cellarbook.js')

/** Connections of each process to PostgreSQL: what the product uses. */
export const poolSize = 8
/** Connections of the load generator to each process. */
export const connections = 32
/**
 * Many short rounds beat few long ones: what disturbs the machine for a moment then disturbs both sides.
 * An even number, so that each side goes first as often as the other.
 */
export const rounds = 4
export const roundSeconds = 2
/** Counted in requests, because V8 compiles what was called often, however long that took. */
export const warmUpRequests = 1_500

export const seededPartners = 100_000
export const seededItems = 50_000
export const seededPriceEntries = 200_000
export const slug = 'bench'

/** Books that the confirmations are spread over. */
export const spreadBooks = 100
