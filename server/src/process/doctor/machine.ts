/** Of this machine: Node, the settings, the data folder, the disk, the ports. */
import { accessSync, constants, existsSync, statfsSync, statSync } from 'node:fs'
import { createServer } from 'node:net'
import path from 'node:path'
import { type Config, unknownSettings } from '../config.ts'
import { type Finding, failed, fine, warning, wordsOf } from './finding.ts'

const megabyte = 1024 * 1024

export function checkSettings(environment: Readonly<Record<string, string | undefined>>): Finding[] {
  const slips = unknownSettings(environment)
  const node = fine('node', `Node ${process.versions.node} on ${process.platform} ${process.arch}`)
  if (slips.length === 0) return [node, fine('settings', 'All settings are allowed values.')]
  return [node, ...slips.map(line => warning('settings', line, 'Correct its name, or remove it.'))]
}

export function checkFolder({ dataDir }: Config): Finding[] {
  const place = existsSync(dataDir) ? dataDir : path.dirname(dataDir)
  try {
    accessSync(place, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (error) {
    const advice = 'Give the user of the service the folder, or set DATA_DIR to one it owns.'
    return [failed('permissions', `${place} cannot be written: ${wordsOf(error)}`, advice)]
  }
  if (place !== dataDir) return [fine('permissions', `${dataDir} does not exist yet and can be made.`)]
  const isOpen = (statSync(dataDir).mode & 0o007) !== 0
  const found = isOpen
    ? warning('permissions', `${dataDir} can be entered by every user of this machine.`, `chmod 700 ${dataDir}`)
    : fine('permissions', `${dataDir} is the service's own.`)
  const isRoot = process.getuid?.() === 0
  const advice = 'Run the service as a user of its own; see deploy/cellarbook.service.'
  return isRoot ? [found, warning('user', 'This is root.', advice)] : [found]
}

export function checkDisk({ dataDir, minFreeDiskMb }: Config): Finding[] {
  const place = existsSync(dataDir) ? dataDir : path.dirname(dataDir)
  try {
    const { bavail, bsize } = statfsSync(place)
    const freeMb = Math.floor((bavail * bsize) / megabyte)
    const detail = `${freeMb} MB free where DATA_DIR is, ${minFreeDiskMb} MB are kept free.`
    if (freeMb < minFreeDiskMb) return [failed('disk', detail, 'Make room: writes are refused until then.')]
    if (freeMb < 5 * minFreeDiskMb) return [warning('disk', detail, 'Make room before writes are refused.')]
    return [fine('disk', detail)]
  } catch (error) {
    return [warning('disk', `Nothing is known of the disk: ${wordsOf(error)}`, 'Watch it by other means.')]
  }
}

/** In use by a service that answers is as good as free: it runs. */
export async function checkPorts({ host, port, metricsPort }: Config): Promise<Finding[]> {
  const ports = [port, ...(metricsPort === undefined ? [] : [metricsPort])]
  return Promise.all(ports.map(each => checkPort(host, each)))
}

async function checkPort(host: string, port: number): Promise<Finding> {
  const code = await new Promise<string | undefined>(resolve => {
    const server = createServer()
    server.once('error', error => resolve((error as NodeJS.ErrnoException).code))
    server.listen(port, host, () => server.close(() => resolve(undefined)))
  })
  if (code === undefined) return fine('ports', `${port} on ${host} is free.`)
  if (code === 'EADDRINUSE' && (await isOurs(port))) return fine('ports', `${port} is served by Cellarbook.`)
  const advice = code === 'EADDRINUSE' ? 'Stop the other program, or set another port.' : 'Set another HOST or PORT.'
  return failed('ports', `${port} on ${host} cannot be used (${code}).`, advice)
}

async function isOurs(port: number): Promise<boolean> {
  const ask = (page: string) =>
    fetch(`http://127.0.0.1:${port}${page}`, { signal: AbortSignal.timeout(2_000) }).catch(() => undefined)
  const health = await ask('/api/v1/health')
  if (health?.headers.has('x-service-api-version')) return true
  const figures = await ask('/metrics')
  return figures?.status === 401 || figures?.headers.get('content-type')?.includes('version=0.0.4') === true
}
