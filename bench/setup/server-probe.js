/** Loaded into the server before it starts: answers what the bench asks of it, and stops it when the bench is gone. */
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { cpuMicroseconds } from './questions.js'

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc')

const answers = {
  cpu: cpuMicroseconds,
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
