#!/usr/bin/env node
import { build, isFresh } from './build.js'

const [major, minor] = process.versions.node.split('.').map(Number)
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(`cellarbook: Node 20.19 or newer is needed, this is ${process.versions.node}`)
  process.exit(1)
}
if (!isFresh()) build()
await import('../dist/program/cli.js')
