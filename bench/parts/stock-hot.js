/** Confirming stock issues of five lines of one book, where one has to wait for another. */
import { confirmsBeside } from './confirms.js'

const clients = 16

/** A single client of the floor never waits for the book. */
export async function stockHot(bench) {
  const { floor: stockFloor, hot } = await bench.stock()
  const title = `confirm of 5 lines, one book, ${clients} clients`
  return confirmsBeside(bench, { title, books: [hot], stockFloor, clients, floorClients: 1, name: 'floor, 1 client' })
}
