/** Short words for stories about measurements. */
import { dayIn } from '../../src/lib/days.ts'
import type { Brewhouse } from './brewery.ts'
import type { Service } from './service.ts'
import type { StockBook } from './stock.ts'

export const minuteMs = 60_000

/** So many days ago at noon, and some minutes later. */
export const noonsOf =
  (service: Service) =>
  (days: number, minutes = 0): string => {
    // Of the day it is in the book: an hour before midnight elsewhere it is another one.
    const noon = Date.parse(`${dayIn('Europe/Prague', service.clock())}T12:00:00Z`)
    return new Date(noon + (minutes - days * 24 * 60) * minuteMs).toISOString()
  }

export const measurementsOf = ({ api }: Brewhouse, id: string) => ({
  take: (body: object) => api.post(`/batches/${id}/measurements`, body),
  takeMany: (...measurements: object[]) => api.post(`/batches/${id}/measurements/bulk`, { measurements }),
  mark: (measurementId: string, body: object) => api.patch(`/batches/${id}/measurements/${measurementId}`, body),
  batch: async () => (await api.get(`/batches/${id}`)).body,
})

/** What a piece of work says in the log. */
export async function eventsOf({ api }: StockBook, work: () => Promise<unknown>) {
  const since = (await api.get('/warehouses?limit=1')).headers['x-service-latest-sequence']
  await work()
  return (await api.get(`/events?since_sequence=${since}`)).body.data
}
