/** The numbers every part of a run shares. */
import path from 'node:path'
import { fileURLToPath } from 'node:url'

export const benchFolder = path.dirname(fileURLToPath(import.meta.url))
/** The server of this checkout. */
export const ownServer = path.join(benchFolder, '..', 'server')

/** Small books and short rounds: shows that everything works, in seconds; the figures mean little. */
export const isQuick = process.argv.includes('--quick')
const sized = (full, quick) => (isQuick ? quick : full)

/** Connections of each process to PostgreSQL: what the product uses. */
export const poolSize = 12
/** Connections of the load generator to each process. */
export const connections = 32
/**
 * Many short rounds beat few long ones: what disturbs the machine for a moment then disturbs both sides.
 * An even number, so that each side goes first as often as the other.
 */
export const rounds = sized(4, 2)
export const roundSeconds = sized(2, 0.5)
/** Counted in requests, because V8 compiles what was called often, however long that took. */
export const warmUpRequests = sized(1_500, 100)

/** As few as warm the code up: a confirmation takes a draft. */
export const warmUpWrites = sized(500, 50)

export const seededPartners = sized(100_000, 2_000)
export const seededItems = sized(50_000, 2_000)
export const seededPriceEntries = sized(200_000, 8_000)
export const seededOrders = sized(500_000, 5_000)
/** Of the book with a long history of stock: every item of every warehouse is received and issued in each. */
export const stockRounds = sized(125, 5)
/** Of one batch. */
export const seededMeasurements = sized(100_000, 5_000)
/** Workflow steps that are due at once. */
export const dueSteps = sized(10_000, 500)
export const slug = 'bench'

/** Books that the confirmations are spread over. */
export const spreadBooks = sized(100, 10)
/** Issues of the one book that many confirm at once. */
export const hotDrafts = sized(10_000, 1_000)

/** Issues of beer that a lot of malt is traced to. */
export const tracedIssues = sized(500, 20)

/** Documents of five hundred lines in a month of excise. */
export const exciseDocuments = sized(200, 4)
