/** Confirming stock issues of five lines, spread over many books. */
import { confirmsBeside } from './confirms.js'

export async function stockConfirm(bench) {
  const { floor: stockFloor, spread: books } = await bench.stock()
  return confirmsBeside(bench, { title: `confirm of 5 lines, ${books.length} books`, books, stockFloor })
}
