/** The receiver itself: it answers 204 at once and looks at the clock as soon as a request begins. */
import { once } from 'node:events'
import { createServer } from 'node:https'

const [{ cert, key }] = await once(process, 'message')
let count = 0
let late = []

/** Only one address is asked about its delays: reading every body would cost more than receiving it. */
const isTimed = ({ url }) => url === '/latency'

const server = createServer({ cert, key, keepAliveTimeout: 60_000 }, async (request, response) => {
  const arrivedMs = Date.now()
  const chunks = []
  for await (const chunk of request) chunks.push(chunk)
  response.writeHead(204).end()
  count++
  if (!isTimed(request)) return
  const { created_at } = JSON.parse(Buffer.concat(chunks).toString())
  late.push(arrivedMs - Date.parse(created_at))
})
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
