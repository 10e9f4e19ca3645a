/**
 * Adds a landing to test/fixtures/landings: what the migrations were when it was released. Texts that are still the same
 * are not repeated; one that was edited later is kept as it was. Run it by hand after a release: `make-landings.js d906ce0`.
 */
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const server = path.join(path.dirname(fileURLToPath(import.meta.url)), '..', '..')
const fixtures = path.join(server, 'test', 'fixtures', 'landings')
const folder = 'server/migrations'

const git = (...args) => execFileSync('git', args, { cwd: path.join(server, '..'), encoding: 'utf8' })
const linesOf = text => text.split('\n').filter(line => line !== '')
const shortHash = text => createHash('sha256').update(text).digest('hex').slice(0, 8)

const textNow = name => {
  try {
    return readFileSync(path.join(server, 'migrations', name), 'utf8')
  } catch {
    return undefined
  }
}

/** The file of a text: today's, or one of the kept ones. */
function fileOf(commit, name) {
  const text = git('show', `${commit}:${folder}/${name}`)
  if (text === textNow(name)) return name
  const kept = `${name.slice(0, -4)}.${shortHash(text)}.sql`
  writeFileSync(path.join(fixtures, kept), text)
  return kept
}

const [released] = process.argv.slice(2)
if (!released) throw new Error('name the commit that was released')
const list = path.join(fixtures, 'landings.json')
const landings = JSON.parse(readFileSync(list, 'utf8'))
const commit = git('log', '-1', '--format=%h', released).trim()
const migrations = linesOf(git('ls-tree', '--name-only', commit, `${folder}/`))
  .map(file => path.basename(file))
  .filter(name => /^\d{4}_.*\.sql$/.test(name))
  .map(name => fileOf(commit, name))
const isKnown = landings.some(landing => landing.migrations.join() === migrations.join())
if (!isKnown) landings.push({ commit, subject: git('log', '-1', '--format=%s', commit).trim(), migrations })
writeFileSync(list, `${JSON.stringify(landings, null, 2)}\n`)
