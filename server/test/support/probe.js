// Loaded into a server before its own code: tells of its longest turn and of the most memory it took, over the socket
// PROBE_SOCKET. Linux only. Times are those the thread really ran, so that a busy machine does not look like a stall.
import { openSync, readSync, writeSync } from 'node:fs'
import { createServer } from 'node:http'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { isMainThread } from 'node:worker_threads'

// Opened at once: a server started as root becomes another user, who may not open them any more.
const [times, status, peak] = ['task/self/schedstat', 'status', 'clear_refs'].map(name =>
  openSync(`/proc/self/${name.replace('task/self', `task/${process.pid}`)}`, name === 'clear_refs' ? 'w' : 'r'),
)
const read = file => {
  const bytes = Buffer.alloc(8_192)
  return bytes.toString('utf8', 0, readSync(file, bytes, 0, bytes.length, 0))
}
const ranMs = () => Number(read(times).split(' ', 1)[0]) / 1e6
const megabytes = name => Number(new RegExp(`${name}:\\s+(\\d+)`).exec(read(status))[1]) / 1024

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc')

let longest = 0
let before = 0
let atFirst = 0

/** Everything the loop does between two ticks is one turn, as long as there is enough to do. */
function tick() {
  const now = ranMs()
  longest = Math.max(longest, now - before)
  before = now
}

function begin(isClean) {
  if (isClean) collect()
  // The most it ever held becomes what it holds now.
  writeSync(peak, '5', 0)
  atFirst = megabytes('VmRSS')
  longest = 0
  before = ranMs()
}

function end() {
  tick()
  return { stallMs: longest, grownMb: megabytes('VmHWM') - atFirst }
}

if (isMainThread && process.argv.includes('serve')) {
  setInterval(tick, 1).unref()
  const server = createServer((request, response) => {
    if (request.url.startsWith('/begin')) begin(request.url.endsWith('/clean'))
    response.end(JSON.stringify(end()))
  })
  server.listen(process.env.PROBE_SOCKET).unref()
}
