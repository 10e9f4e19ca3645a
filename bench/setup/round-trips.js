/** Counts on the wire how often a process asks its PostgreSQL and waits, and how many statements it sends. */
import net from 'node:net'

/** The messages of the protocol that run something: Query and Execute. */
const running = new Set([0x51, 0x45])

/** A piece that is sent may hold several messages: a letter, and the length of the rest. */
function countRunning(bytes) {
  let count = 0
  for (let at = 0; at < bytes.length; at += 1 + bytes.readInt32BE(at + 1)) if (running.has(bytes[at])) count += 1
  return count
}

/** Statements sent together before any answer came are one round trip. Returns the reader of the counts. */
export function countRoundTrips() {
  const counts = { trips: 0, statements: 0 }
  const connect = net.Socket.prototype.connect
  net.Socket.prototype.connect = function (...wanted) {
    const socket = connect.apply(this, wanted)
    // Not before: connecting gives a socket its own `write` back.
    if (String(wanted[0]).includes('.s.PGSQL.')) watch(socket, counts)
    return socket
  }
  return () => ({ ...counts })
}

function watch(socket, counts) {
  let isWaiting = false
  /** The first message has no letter. */
  let isOpen = false
  const write = socket.write
  socket.write = function (message, ...rest) {
    const statements = isOpen ? countRunning(message) : 0
    isOpen = true
    counts.statements += statements
    if (statements > 0 && !isWaiting) {
      counts.trips += 1
      isWaiting = true
    }
    return write.call(this, message, ...rest)
  }
  socket.on('data', () => {
    isWaiting = false
  })
}
