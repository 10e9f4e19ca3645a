/** One request after another over a kept connection, for what is measured as latency. */
import http from 'node:http'
import { text } from 'node:stream/consumers'

export function openClient(origin, key) {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 })
  const headers = { Authorization: `Bearer ${key}` }
  const send = (path, { method = 'GET', body, ...more } = {}) =>
    new Promise((resolve, reject) => {
      const type = body === undefined ? {} : { 'Content-Type': 'application/json' }
      const options = { agent, method, headers: { ...headers, ...type, ...more.headers } }
      const request = http.request(`${origin}/api/v1${path}`, options, resolve)
      // The server may end a connection that rested at the moment it is used again.
      const isStale = error => request.reusedSocket && error.code === 'ECONNRESET'
      request.on('error', error => (isStale(error) ? resolve(send(path, { method, body, ...more })) : reject(error)))
      request.end(body)
    })
  return {
    /** The parsed answer, its headers, and the milliseconds until its last byte. */
    async call(path, options) {
      const started = performance.now()
      const response = await send(path, options)
      const answer = await text(response)
      const ms = performance.now() - started
      if (response.statusCode >= 300) throw new Error(`${path}: ${response.statusCode} ${answer}`)
      const isJson = /json/.test(response.headers['content-type'])
      return { body: isJson ? JSON.parse(answer) : undefined, headers: response.headers, ms }
    },
    close: () => agent.destroy(),
  }
}
