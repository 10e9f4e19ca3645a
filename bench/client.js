/** One request after another over a kept connection, for what is measured as latency. */
import { headerOf, openConnection } from './connection.js'

/** A `connection` may serve several keys, one after another. */
export function openClient(origin, key, connection = openConnection(origin)) {
  const authorization = { Authorization: `Bearer ${key}` }
  const json = { ...authorization, 'Content-Type': 'application/json' }
  return {
    /** The parsed answer, one of its headers by name, and the milliseconds until its last byte. */
    async call(path, { method = 'GET', body, headers } = {}) {
      const started = performance.now()
      const own = body === undefined ? authorization : json
      const {
        status,
        head,
        body: answer,
      } = await connection.send({
        method,
        path: `/api/v1${path}`,
        headers: headers ? { ...own, ...headers } : own,
        body,
      })
      const ms = performance.now() - started
      if (status >= 300) throw new Error(`${path}: ${status} ${answer}`)
      const header = name => headerOf(head, name)
      const isJson = header('content-type')?.includes('json')
      return { body: isJson ? JSON.parse(answer) : undefined, header, ms }
    },
    close: () => connection.close(),
  }
}
