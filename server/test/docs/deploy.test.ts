/** The files of `deploy/`: what they name is there, what they start is what starts, and settings exist. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { settingNames } from '../../src/process/config.ts'

const repository = fileURLToPath(new URL('../../..', import.meta.url))
const read = (name: string): string => readFileSync(path.join(repository, 'deploy', name), 'utf8')

/** Of others than Cellarbook. */
const foreign = ['POSTGRES_USER', 'POSTGRES_DB', 'POSTGRES_PASSWORD', 'SITE', 'UPSTREAM', 'NODE_ENV']

test('settings that are named exist', () => {
  const inEnv = [...read('cellarbook.env').matchAll(/^#? ?([A-Z0-9_]+)=/gm)]
  const inCompose = [...read('compose.yaml').matchAll(/^ {6}([A-Z0-9_]+):/gm)]
  const inImage = [...read('Dockerfile').matchAll(/\b([A-Z_]+)=/g)]
  const named = [...inEnv, ...inCompose, ...inImage].map(match => match[1]!)
  expect(named.filter(name => ![...settingNames(), ...foreign].includes(name))).toEqual([])
  expect(new Set(named).size).toBeGreaterThan(10)
})

test('files that are copied are there', () => {
  const copied = read('Dockerfile')
    .split('\n')
    .filter(line => line.startsWith('COPY ') && !line.includes('--from'))
    .flatMap(line => line.split(' ').slice(1, -1))
  expect(copied.length).toBeGreaterThan(10)
  expect(copied.filter(name => !existsSync(path.join(repository, name)))).toEqual([])
  const mounted = [...read('compose.yaml').matchAll(/- \.\/([\w.]+):/g)].map(match => match[1]!)
  expect(mounted.filter(name => !existsSync(path.join(repository, 'deploy', name)))).toEqual([])
})

test('all start the one program, as one who is not root, and know how to ask for it', () => {
  expect(read('Dockerfile')).toContain('CMD ["node", "server/bin/cellarbook.js", "serve"]')
  expect(read('Dockerfile')).toMatch(/^USER cellarbook$/m)
  expect(read('cellarbook.service')).toMatch(/^ExecStart=\/usr\/bin\/node server\/bin\/cellarbook\.js serve$/m)
  expect(read('cellarbook.service')).toMatch(/^User=cellarbook$/m)
  expect(existsSync(path.join(repository, 'server/bin/cellarbook.js'))).toBe(true)
  expect(read('Dockerfile')).toContain('/api/v1/health')
  expect(read('Caddyfile')).toContain('health_uri /ready')
})

test('every file is told of on the page of operators', () => {
  const page = readFileSync(path.join(repository, 'docs/operations.md'), 'utf8')
  const files = readdirSync(path.join(repository, 'deploy')).filter(name => !name.endsWith('.dockerignore'))
  expect(files.filter(name => !page.includes(`deploy/${name}`))).toEqual([])
})
