/** A process that receives webhooks over HTTPS and remembers how many came, and how late. */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { runnerImport } from 'vite'
import { ask } from './questions.js'

const here = path.dirname(fileURLToPath(import.meta.url))
const certificates = path.join(here, '..', '..', 'server', 'test', 'support', 'certificates.ts')

/** Made before the server starts: it has to trust the certificate from its beginning. */
export async function makeCertificate() {
  const { module } = await runnerImport(certificates)
  const { cert, key } = module.selfSigned()
  const folder = mkdtempSync(path.join(os.tmpdir(), 'cellarbook-receiver-'))
  const file = path.join(folder, 'ca.pem')
  writeFileSync(file, cert)
  return { cert, key, file, remove: () => rmSync(folder, { recursive: true, force: true }) }
}

export async function startReceiver({ cert, key }) {
  const child = fork(path.join(here, 'receiver-process.js'), [], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  child.send({ cert, key })
  const [{ port }] = await once(child, 'message')
  return {
    url: name => `https://127.0.0.1:${port}/${name}`,
    /** How many requests came, and the milliseconds each came after its event was made. */
    seen: () => ask(child, 'seen'),
    forget: () => ask(child, 'forget'),
    close: () => child.kill(),
  }
}
