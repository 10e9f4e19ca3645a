/**
 * Adds a landing to test/fixtures/landings: what the migrations were when it was released. Texts that are still the same
 * are not repeated; one that was edited later is kept as it was. Run it by hand after a release: `make-landings.js d906ce0`.
 * With the data folder of a service of that release that runs and has data in it, its rows are kept as well:
 * `make-landings.js d906ce0 ./data`.
 */
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFileSync, realpathSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import pg from 'pg'
import { to } from 'pg-copy-streams'

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

/** Of each table a line of JSON that tells what it is, then its rows as COPY has them, then a line with \\. */
async function rowsOf(dataDir) {
  const cluster = path.join(realpathSync(dataDir), 'postgres')
  const password = readFileSync(path.join(cluster, 'cellarbook.password'), 'utf8').trim()
  const client = new pg.Client({ host: cluster, port: 5432, user: 'cellarbook', password, database: 'cellarbook' })
  await client.connect()
  const { rows: tables } = await client.query(`
    select t.relname as name, array_agg(a.attname::text order by a.attnum) as columns,
           coalesce((select json_agg(json_build_object('name', p.relname, 'bound', pg_get_expr(p.relpartbound, p.oid))
                                     order by p.relname)
                       from pg_inherits i join pg_class p on p.oid = i.inhrelid
                      where i.inhparent = t.oid), '[]') as partitions
      from pg_class t join pg_attribute a on a.attrelid = t.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
     where t.relnamespace = 'public'::regnamespace and t.relkind in ('r', 'p') and not t.relispartition
       and t.relname <> 'schema_migrations'
     group by t.oid, t.relname
     order by t.relname`)
  const chunks = []
  for (const table of tables) {
    chunks.push(Buffer.from(`${JSON.stringify(table)}\n`))
    const columns = table.columns.map(name => pg.escapeIdentifier(name)).join(', ')
    const copied = client.query(to(`copy (select ${columns} from ${pg.escapeIdentifier(table.name)}) to stdout`))
    for await (const chunk of copied) chunks.push(chunk)
    chunks.push(Buffer.from('\\.\n'))
  }
  await client.end()
  return gzipSync(Buffer.concat(chunks), { level: 9 })
}

const [released, dataDir] = process.argv.slice(2)
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
if (dataDir) writeFileSync(path.join(fixtures, `${commit}.rows.gz`), await rowsOf(dataDir))
