/** Loaded into the server before it starts: answers what the bench asks of it, and stops it when the bench is gone. */
import { existsSync, readFileSync } from 'node:fs'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { countRoundTrips } from './round-trips.js'

const schedule = '/proc/thread-self/schedstat'
/** What this thread really ran: a busy machine does not look like a stall. Elsewhere than on Linux the clock has to do. */
const ranMs = existsSync(schedule)
  ? () => Number(readFileSync(schedule, 'utf8').split(' ', 1)[0]) / 1e6
  : () => performance.now()
let watched

function watchTurns() {
  const turns = { longest: 0, before: ranMs() }
  const tick = () => {
    const now = ranMs()
    turns.longest = Math.max(turns.longest, now - turns.before)
    turns.before = now
  }
  turns.timer = setInterval(tick, 1)
  watched = turns
  return {}
}

function longestTurn() {
  clearInterval(watched.timer)
  return { ms: watched.longest }
}

function answerTheBench() {
  setFlagsFromString('--expose-gc')
  const collectGarbage = runInNewContext('gc')
  const answers = {
    watchTurns,
    longestTurn,
    roundTrips: countRoundTrips(),
    resident: () => ({ rss: process.memoryUsage.rss() }),
    memory() {
      const { rss } = process.memoryUsage()
      collectGarbage()
      return { rss, heap: process.memoryUsage().heapUsed }
    },
  }
  process.on('message', question => process.send(answers[question]()))
  process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'))
  process.channel.unref()
}

// The processes that the server starts load this file, too, and talk to the server over their channel.
if (process.env.BENCH_PROCESS === String(process.ppid)) answerTheBench()
