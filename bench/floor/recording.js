/** A transaction of the product that writes down what it runs. */
// The product is what its list of domains declares: without it a record does not know its collection.
import '../../server/dist/domains/index.js'

/** Whatever a transaction offers to run a statement is recorded, so that a new way of running one is not missed. */
export function recordingTx(tx, recorded) {
  const record = run => statement => {
    const entry = { text: statement.text, values: [...statement.values] }
    recorded.push(entry)
    const running = run(statement)
    entry.result = running
    return running
  }
  return Object.fromEntries(
    Object.entries(tx).map(([name, value]) => [name, typeof value === 'function' ? record(value) : value]),
  )
}
