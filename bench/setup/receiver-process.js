/**
 * The receiver itself: it answers 204 at once and looks at the clock as soon as a request begins. It reads no more of HTTP
 * than it has to: it runs on the same cores as what it measures.
 */
import { once } from 'node:events'
import { createServer } from 'node:tls'

const [{ cert, key }] = await once(process, 'message')
let count = 0
let late = []

const endOfHead = Buffer.from('\r\n\r\n')
const answer = Buffer.from('HTTP/1.1 204 No Content\r\n\r\n')
const lengthHeader = /\r\ncontent-length: (\d+)/i

const server = createServer({ cert, key }, socket => {
  let received = Buffer.alloc(0)
  let arrivedMs
  socket.setNoDelay(true)
  // Who sends may end a connection at any moment.
  socket.on('error', () => {})
  socket.on('data', chunk => {
    if (received.length === 0) arrivedMs = Date.now()
    received = received.length === 0 ? chunk : Buffer.concat([received, chunk])
    for (let request = requestIn(received); request; request = requestIn(received)) {
      received = received.subarray(request.length)
      socket.write(answer)
      remember(request, arrivedMs)
    }
  })
})

/** The first whole one; its length is that of head and body. */
function requestIn(received) {
  const ended = received.indexOf(endOfHead)
  if (ended === -1) return undefined
  const head = received.latin1Slice(0, ended)
  const start = ended + endOfHead.length
  const length = start + Number(lengthHeader.exec(head)?.[1] ?? 0)
  return received.length < length ? undefined : { head, body: received.subarray(start, length), length }
}

/** Only one address is asked about its delays: reading every body would cost more than receiving it. */
function remember({ head, body }, arrivedMs) {
  count++
  if (!head.startsWith('POST /latency ')) return
  late.push(arrivedMs - Date.parse(JSON.parse(body).created_at))
}

server.listen(0, '127.0.0.1')
await once(server, 'listening')

const answers = {
  seen: () => ({ count, late }),
  forget() {
    count = 0
    late = []
    return {}
  },
}
process.on('message', question => process.send(answers[question]()))
process.on('disconnect', () => process.exit())
process.send({ port: server.address().port })
