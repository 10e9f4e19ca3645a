/**
 * Two commits side by side on this machine: `node bench/compare.js [--quick] OLD NEW [part …]`. The bench is that of this
 * checkout, only the servers are those of the commits; `.` is this checkout as it stands, `.@2` the same with two workers.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { ensureBuilt } from '../server/bin/build.js'
import { checkOut } from './compare/checkout.js'
import { parts } from './compare/parts.js'
import { openSide } from './compare/side.js'
import { compareTable } from './compare/table.js'
import { openBare } from './floor/bare.js'
import { contend, runByOne } from './load.js'
import { benchFolder, isQuick } from './settings.js'
import { openRun } from './setup/closing.js'
import { makeCertificate } from './setup/receiver.js'

/** Amounts where it can be: what an ended time cuts off would be counted as work without an answer. */
const full = {
  ...{ books: 100, partners: 2_000, times: 4, warmUp: 500, coldWarmUp: 3_000, flowsWarmUp: 150, counted: 20 },
  ...{ writes: { amount: 1_000 }, reads: { amount: 4_000 }, long: { amount: 10 }, limit: { amount: 4_000 } },
  ...{ flows: { duration: 4 }, deliveries: { amount: 20_000 } },
}
const quick = {
  ...{ books: 10, partners: 100, times: 2, warmUp: 64, coldWarmUp: 64, flowsWarmUp: 10, counted: 5 },
  ...{ writes: { amount: 64 }, reads: { amount: 320 }, long: { amount: 3 }, limit: { amount: 320 } },
  ...{ flows: { duration: 1 }, deliveries: { amount: 500 } },
}
const size = isQuick ? quick : full
const lookMs = 250
const mostLooks = 40

const [old, fresh, ...chosen] = process.argv.slice(2).filter(word => word !== '--quick')
const unknown = chosen.filter(name => !parts[name])
if (!fresh || unknown.length > 0) {
  if (fresh) console.error(`compare: no part is called ${unknown.join(', ')}`)
  console.error(
    `compare: node bench/compare.js [--quick] OLD NEW [part …]; the parts are ${Object.keys(parts).join(', ')}`,
  )
  process.exit(1)
}

const { closers, say, finish } = openRun()
await finish(async () => {
  await ensureBuilt()
  const certificate = await makeCertificate()
  closers.push(() => certificate.remove())
  const sides = []
  for (const [name, commit] of [
    ['old', old],
    ['new', fresh],
  ]) {
    say(`${name}: ${commit}`)
    const [, revision, workers = '1'] = /^(.*?)(?:@(\d+|auto))?$/.exec(commit)
    const server = await checkOut(revision, closers)
    sides.push(await openSide(name, { server, workers, certificate, closers, size }))
  }
  // Beside the new one: both run the same PostgreSQL with the same settings.
  const bare = await openBare({ connection: await sides[1].installation.connection(), closers })
  const results = []
  for (const name of chosen.length > 0 ? chosen : Object.keys(parts)) {
    say(name)
    results.push(await compare(parts[name], { sides, bare }))
    console.log(`${compareTable(results.slice(-1))}\n`)
  }
  await bare.check()
  report(results)
})

async function compare(part, { sides, bare }) {
  const own = []
  for (const side of sides) {
    const contender = { warmUp: size.warmUp, ...(await part.contender(side)) }
    own.push({ ...contender, name: side.name, process: side.installation })
  }
  const last = sides.at(-1)
  const beside = part.beside && {
    ...{ warmUp: size.warmUp, name: 'beside', process: last.installation },
    ...(await part.beside(last)),
  }
  const limits = (part.limit?.(bare, size) ?? []).map(limit => ({ ...limit, extent: size.limit, warmUp: size.warmUp }))
  const times = Math.min(size.times, part.times ?? size.times)
  const contenders = await contend([...own, ...(beside ? [beside] : []), ...limits], {
    times,
    extent: size[part.extent],
  })
  for (const contender of own) contenders[contender.name].trips = await countTrips(contender)
  return { title: part.title(size), contenders }
}

/** Of one operation, when nobody else is there. Unknown of several workers: their leader answers, and asks nothing. */
async function countTrips(contender) {
  if (contender.process.workers !== '1') return { statements: Number.NaN, trips: Number.NaN }
  const extent = { amount: contender.counted ?? size.counted }
  await contender.prepare?.(extent)
  await untilQuiet(contender.process)
  const before = await contender.process.roundTrips()
  const { answered } = await runByOne(contender, extent)
  const after = await contender.process.roundTrips()
  const each = name => (after[name] - before[name]) / answered
  return { statements: each('statements'), trips: each('trips') }
}

/** What the service does afterwards belongs to the rounds. */
async function untilQuiet(installation) {
  for (let look = 0; look < mostLooks; look++) {
    const { trips } = await installation.roundTrips()
    await sleep(lookMs)
    if ((await installation.roundTrips()).trips - trips <= 2) return
  }
}

function report(results) {
  const folder = path.join(benchFolder, 'results')
  mkdirSync(folder, { recursive: true })
  writeFileSync(path.join(folder, 'compare.json'), `${JSON.stringify({ old, new: fresh, results }, null, 2)}\n`)
  console.log(compareTable(results))
}
