// Runs the check and the tests side by side: while the databases of a run are made, one core has nothing to do. What the
// check finds ends the run. Arguments are those of vitest: `npm test -- server/test/api/partners.test.ts`.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'

const vitest = spawn('vitest', ['run', ...process.argv.slice(2)], { stdio: 'inherit' })
const check = spawn('npm', ['run', '--silent', 'check'], { stdio: ['ignore', 'pipe', 'pipe'] })
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => vitest.kill(signal))

const tested = once(vitest, 'exit')
const told = Promise.all([text(check.stdout), text(check.stderr)])
const [checkCode] = await once(check, 'exit')
if (checkCode !== 0) {
  vitest.kill('SIGTERM')
  await tested
  console.log((await told).join(''))
  console.log('The check failed, so the tests were stopped.')
  console.log('0 passed, 1 failed')
  process.exit(1)
}
const [code] = await tested
process.exit(code ?? 1)
