/** Measures Cellarbook beside its floor: `node bench/run.js [--quick] [part …]`. Exits 1 when a target is missed. */
import { mkdirSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { ensureBuilt } from '../server/bin/build.js'
import { watchMemory } from './memory.js'
import { isMet, parts } from './parts/index.js'
import { plot } from './report/plot.js'
import { table } from './report/table.js'
import { benchFolder } from './settings.js'
import { openBench } from './setup/bench.js'
import { openRun } from './setup/closing.js'
import { sealFloor } from './setup/floor-seals.js'

const startedAt = new Date()
const chosen = process.argv.slice(2).filter(word => word !== '--quick')
const unknown = chosen.filter(name => !parts[name])
if (unknown.length > 0) {
  console.error(`bench: no part is called ${unknown.join(', ')}; there are ${Object.keys(parts).join(', ')}`)
  process.exit(1)
}

const { closers, say, finish } = openRun()
await finish(async () => {
  await ensureBuilt()
  const measures = await measure(chosen.length > 0 ? chosen : Object.keys(parts))
  const missed = measures.filter(item => isMet(item) === false)
  for (const { title } of missed) console.error(`bench: missed: ${title}`)
  process.exitCode = missed.length > 0 ? 1 : 0
})

async function measure(names) {
  const needsCatalogue = names.some(
    name => !/^((brewery|excise|stock|sales|files|webhooks|workflow)-|pos-sale$)/.test(name),
  )
  const bench = await openBench(closers, say, { needsCatalogue })
  const memory = watchMemory(bench.installation)
  await memory.take('start')
  const measures = []
  for (const name of names) {
    say(name)
    measures.push(...(await parts[name](bench)))
    await memory.take(name)
  }
  say('verifying the books')
  if (bench.hasBare()) await (await bench.bare()).check()
  await sealFloor(await bench.installation.connection())
  measures.push(...memory.measures(), ...bench.starts)
  report(measures, memory.samples)
  const { ok, violations } = await bench.installation.command('verify')
  if (!ok) throw new Error(`the books are not sound: ${JSON.stringify(violations)}`)
  return measures
}

function report(measures, memory) {
  const processor = os.cpus()[0]?.model.trim() || os.arch()
  const machine = `${os.availableParallelism()} x ${processor}, Node ${process.versions.node}`
  const folder = path.join(benchFolder, 'results')
  mkdirSync(folder, { recursive: true })
  const results = { startedAt, machine, loadAverage: os.loadavg(), measures, memory }
  writeFileSync(path.join(folder, 'latest.json'), `${JSON.stringify(results, null, 2)}\n`)
  writeFileSync(path.join(folder, 'latest.svg'), plot(measures, `${machine}, ${startedAt.toISOString().slice(0, 10)}`))
  console.log(`${machine}\n\n${table(measures)}\n`)
}
