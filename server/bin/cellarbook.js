#!/usr/bin/env node
import { ensureBuilt } from './build.js'

const [major, minor] = process.versions.node.split('.').map(Number)
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(`cellarbook: Node 20.19 or newer is needed, this is ${process.versions.node}`)
  process.exit(1)
}
await ensureBuilt()
await import('../dist/program/cli.js')
