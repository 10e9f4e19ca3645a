/** What the parts that confirm stock issues share. */
import { contend } from '../load.js'
import { warmUpWrites } from '../settings.js'
import { rateBeside } from './rates.js'

const confirmPath = id => `/stock-issues/${id}/actions/confirm`

const warmUp = warmUpWrites

/** Floor and product confirm drafts of these books in turn, each draft once. */
export async function confirmsBeside(
  { installation, bare },
  { title, books, stockFloor, clients, floorClients, name },
) {
  const next = nextConfirm(books, title)
  const { floor, ours, ...limits } = await contend([
    { name: 'floor', process: stockFloor, next, warmUp, clients: floorClients },
    { name: 'ours', process: installation, next, warmUp, clients },
    ...(await bare()).confirm({ books: books.length, clients }),
  ])
  return [rateBeside({ title, ours, beside: floor, limits, name, target: { least: 0.5 } })]
}

function nextConfirm(books, title) {
  const waiting = books.map(({ headers, drafts }) => ({
    headers: { ...headers, 'Content-Type': 'application/json' },
    ids: [...drafts],
  }))
  let place = 0
  return () => {
    const { headers, ids } = waiting[place++ % waiting.length]
    const id = ids.pop()
    if (!id) throw new Error(`${title}: every draft is confirmed; the seed has to make more`)
    return { method: 'POST', path: `/api/v1${confirmPath(id)}`, headers, body: '{}' }
  }
}

/** The milliseconds of one confirmation; takes the last of `ids`. */
export async function timeConfirm(client, ids) {
  const { body, ms } = await client.call(confirmPath(ids.pop()), { method: 'POST', body: '{}' })
  if (body.status !== 'confirmed') throw new Error(`the issue ${body.id} is ${body.status}`)
  return ms
}
