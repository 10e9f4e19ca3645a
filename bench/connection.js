/**
 * HTTP over one kept connection, one request at a time, and no more of it than the service speaks: what sends the load
 * runs on the same cores as what is measured, so it has to cost next to nothing.
 */
import net from 'node:net'

const endOfHead = Buffer.from('\r\n\r\n')
const withoutBody = new Set([204, 304])
const lengthHeader = /\r\ncontent-length: (\d+)/i

/** @param {string} origin For example `http://127.0.0.1:8080`. */
export function openConnection(origin) {
  const { hostname, port, host } = new URL(origin)
  let socket
  let waiting = Promise.resolve()

  function open() {
    const opened = net.connect({ host: hostname, port: Number(port), noDelay: true })
    const forget = () => {
      if (socket === opened) socket = undefined
    }
    opened.once('end', forget).once('close', forget)
    return opened
  }

  async function exchange(bytes) {
    const isUsed = socket !== undefined
    socket ??= open()
    try {
      return await answerTo(socket, bytes)
    } catch (error) {
      // The server may end a connection that rested at the moment it is used again.
      if (!isUsed || error.code !== 'ECONNRESET') throw error
      socket = open()
      return answerTo(socket, bytes)
    }
  }

  return {
    /** Its status, head and body; requests that are sent together wait for each other. */
    send(request) {
      const answer = waiting.then(() => exchange(requestBytes(request, host)))
      waiting = answer.catch(() => {})
      return answer
    },
    close: () => socket?.destroy(),
  }
}

function requestBytes({ method = 'GET', path, headers = {}, body }, host) {
  let head = `${method} ${path} HTTP/1.1\r\nHost: ${host}\r\n`
  for (const name in headers) head += `${name}: ${headers[name]}\r\n`
  if (body === undefined) return `${head}\r\n`
  const length = typeof body === 'string' ? Buffer.byteLength(body) : body.length
  head += `Content-Length: ${length}\r\n\r\n`
  return typeof body === 'string' ? head + body : Buffer.concat([Buffer.from(head), body])
}

function answerTo(socket, bytes) {
  return new Promise((resolve, reject) => {
    let received
    const settle = (end, value) => {
      socket.off('data', read).off('error', fail).off('close', lost)
      end(value)
    }
    const fail = error => settle(reject, error)
    const lost = () => fail(Object.assign(new Error('the connection was closed'), { code: 'ECONNRESET' }))
    const read = chunk => {
      received = received ? Buffer.concat([received, chunk]) : chunk
      try {
        const answer = answerOf(received)
        if (answer) settle(resolve, answer)
      } catch (error) {
        fail(error)
      }
    }
    socket.on('data', read).on('error', fail).on('close', lost)
    socket.write(bytes)
  })
}

/** Undefined while it has not arrived whole. */
function answerOf(received) {
  const ended = received.indexOf(endOfHead)
  if (ended === -1) return undefined
  const head = received.latin1Slice(0, ended)
  const status = Number(head.slice(9, 12))
  const start = ended + endOfHead.length
  const body = withoutBody.has(status) ? Buffer.alloc(0) : bodyOf(received.subarray(start), head)
  return body && { status, head, body }
}

function bodyOf(rest, head) {
  const found = lengthHeader.exec(head)
  if (!found) return chunksOf(rest)
  const length = Number(found[1])
  return rest.length < length ? undefined : rest.subarray(0, length)
}

/** A body whose length was not known when it began. */
function chunksOf(rest) {
  const chunks = []
  for (let place = 0; ; ) {
    const ended = rest.indexOf('\r\n', place)
    if (ended === -1) return undefined
    const size = Number.parseInt(rest.latin1Slice(place, ended), 16)
    if (Number.isNaN(size)) throw new Error('an answer with neither a length nor chunks')
    const start = ended + 2
    if (rest.length < start + size + 2) return undefined
    if (size === 0) return Buffer.concat(chunks)
    chunks.push(rest.subarray(start, start + size))
    place = start + size + 2
  }
}

/** Its value, or undefined; `name` in small letters. */
export const headerOf = (head, name) => new RegExp(`\r\n${name}: (.*)`, 'i').exec(head)?.[1].trim()
