// Writes from the declarations what is generated: openapi.json, docs/reference/, the types of the SDK and of the console. Tells
// which files changed.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { ensureBuilt } from './build.js'

const repository = path.resolve(fileURLToPath(import.meta.url), '../../..')

const currentText = file => {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if (error.code === 'ENOENT') return undefined
    throw error
  }
}

await ensureBuilt()
const { referenceFiles } = await import('../dist/describe/reference-files.js')

const changed = referenceFiles().filter(({ path: name, text }) => currentText(path.join(repository, name)) !== text)
for (const { path: name, text } of changed) {
  const file = path.join(repository, name)
  mkdirSync(path.dirname(file), { recursive: true })
  writeFileSync(file, text)
  console.log(`written: ${name}`)
}
if (changed.length === 0) console.log('nothing changed')
