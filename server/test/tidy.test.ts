/** The house keeps its shape: who may import whom, where SQL lives, which statements name the book. */
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { problemCodes } from '../src/contract/problems.ts'
import { house } from '../src/domains/index.ts'

const here = path.dirname(fileURLToPath(import.meta.url))
const root = path.join(here, '..', 'src')

interface Source {
  /** Relative to src, with slashes. */
  name: string
  text: string
  imports: string[]
}

const sources: Source[] = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter(name => name.endsWith('.ts'))
  .map(name => {
    const text = readFileSync(path.join(root, name), 'utf8')
    const imports = [...text.matchAll(/from '(\.[^']+)'/g)].map(match =>
      path.posix.join(path.posix.dirname(name), match[1]!),
    )
    return { name, text, imports }
  })

/** Each layer may import itself and those before it. */
const layers = ['lib', 'contract', 'db', 'storage', 'invoice-files', 'mail', 'printing', 'kernel']
const layerOf = (name: string): string => (name.includes('/') ? name.split('/', 1)[0]! : 'process')

/** Between domains only downward. */
const domainOrder = house.domains.map(({ name }) => name)

/** Code alone: comments may speak of orders as an example. */
const codeOf = (text: string): string => text.replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*/g, '')

describe('words', () => {
  test('the kernel has none of a domain', () => {
    // `partner` still stands in the counts of a book and in the followers of a name.
    const words =
      /\b(excise\w*|EXPORTED|no_finance_module|webhooks_not_configured|(order|invoice|partner)_id|stock\w*)\b/i
    const named = sources
      .filter(({ name }) => name.startsWith('kernel/'))
      .flatMap(
        ({ name, text }) =>
          codeOf(text)
            .match(words)
            ?.map(word => `${name} says ${word}`) ?? [],
      )
    expect(named).toEqual([])
  })
})

describe('imports', () => {
  test('lib < contract < db < storage < invoice-files < mail < printing < kernel', () => {
    const broken = sources.flatMap(({ name, imports }) => {
      const rank = layers.indexOf(layerOf(name))
      if (rank < 0) return []
      return imports
        .filter(target => layers.indexOf(layerOf(target)) > rank || !layers.includes(layerOf(target)))
        .map(target => `${name} imports ${target}`)
    })
    expect(broken).toEqual([])
  })

  test('http never imports domains, domains never import http or the process', () => {
    const broken = sources.flatMap(({ name, imports }) =>
      imports
        .filter(target => {
          if (layerOf(name) === 'http') return !['http', ...layers].includes(layerOf(target))
          if (layerOf(name) === 'domains') return !['domains', ...layers].includes(layerOf(target))
          if (layerOf(name) === 'describe') return !['describe', 'domains', ...layers].includes(layerOf(target))
          return false
        })
        .map(target => `${name} imports ${target}`),
    )
    expect(broken).toEqual([])
  })

  test('a domain imports only those below it', () => {
    const domainOf = (name: string) => (/^domains\/[^/]+\//.test(name) ? name.split('/')[1]! : undefined)
    const broken = sources.flatMap(({ name, imports }) => {
      const own = domainOf(name)
      if (own === undefined) return []
      expect(domainOrder, `${name}: a new domain needs its place in the order`).toContain(own)
      return imports
        .filter(target => domainOrder.indexOf(domainOf(target) ?? '') > domainOrder.indexOf(own))
        .map(target => `${name} imports ${target}`)
    })
    expect(broken).toEqual([])
  })

  test('the settings know no domain: sections come from the domains', () => {
    const broken = sources
      .filter(({ name }) => name.startsWith('domains/settings/'))
      .flatMap(({ name, imports }) =>
        imports
          .filter(target => target.startsWith('domains/') && !target.startsWith('domains/settings/'))
          .map(target => `${name} imports ${target}`),
      )
    expect(broken).toEqual([])
  })

  test('a domain is entered by its index.ts', () => {
    const domainOf = (name: string) => /^domains\/([^/]+)\//.exec(name)?.[1]
    const broken = sources.flatMap(({ name, imports }) => {
      const own = domainOf(name)
      if (own === undefined) return []
      return imports
        .filter(target => domainOf(target) !== own && domainOf(target) !== undefined && !target.endsWith('/index.ts'))
        .map(target => `${name} imports ${target}`)
    })
    expect(broken).toEqual([])
  })

  test('no circle', () => {
    const graph = new Map(sources.map(({ name, imports }) => [name, imports]))
    const done = new Set<string>()
    const circle = (name: string, trail: string[]): string[] | undefined => {
      if (trail.includes(name)) return [...trail.slice(trail.indexOf(name)), name]
      if (done.has(name)) return undefined
      for (const target of graph.get(name) ?? []) {
        const found = circle(target, [...trail, name])
        if (found) return found
      }
      done.add(name)
      return undefined
    }
    for (const { name } of sources) expect(circle(name, [])).toBeUndefined()
  })
})

/** Names of core records in joins; and what is read in one statement because two would be slower. Nothing is written. */
const crossingReads = [
  'finance reads partners',
  'sales reads items',
  'sales reads partners',
  'sales reads deposits',
  'stock reads items',
  'stock reads partners',
  'stock reads units',
  'sandbox reads items',
  'sandbox reads partners',
  'sandbox reads warehouses',
  // How much of the plan is used.
  'administration reads webhook_endpoints',
  // Reports count what the domains below them have.
  'reports reads batches',
  'reports reads inbox_submissions',
  'reports reads invoices',
  'reports reads measurement_sums',
  'reports reads measurements',
  'reports reads orders',
  'reports reads payments',
  'reports reads pos_sales',
  'reports reads received_invoices',
  'reports reads stock_days',
  'reports reads stock_documents',
  'reports reads stock_months',
  'reports reads webhook_deliveries',
  'reports reads webhook_endpoints',
  'reports reads workflow_steps',
  // A received invoice lists its files.
  'finance reads attachments',
  // Papers show the account to pay to, delivery notes the lots that left.
  'sales reads finance_accounts',
  'sales reads finance_defaults',
  'sales reads stock_allocations',
  'sales reads stock_lots',
  // An order shows its stock issue, an invoice the issues it groups.
  'sales reads stock_documents',
  'sales reads stock_lines',
  // An issue is held against the order it fulfils and the invoice it is on.
  'stock reads orders',
  'stock reads order_lines',
  'stock reads invoices',
  'stock reads invoice_lines',
  // A vessel shows what is left of the stock its batch made, a cost sheet what went in and came out.
  'brewery reads items',
  'brewery reads units',
  'brewery reads warehouses',
  'brewery reads stock_documents',
  'brewery reads stock_lots',
  'brewery reads stock_lines',
  'brewery reads stock_allocations',
  // A report is made of what stock, runs and batches moved.
  'excise reads items',
  'excise reads units',
  'excise reads partners',
  'excise reads warehouses',
  'excise reads stock_documents',
  'excise reads stock_lines',
  'excise reads stock_months',
  'excise reads repacks',
  'excise reads filed_excise_periods',
  'excise reads packaging_runs',
  'excise reads batches',
  'excise reads batch_entries',
  // A keg on tap shows the rest of its layer.
  'pos reads stock_lots',
  'pos reads units',
  // A drawer holds what the ledger moved there.
  'pos reads payments',
  // A till shows how much there is.
  'pos reads stock_levels',
  // Packaging goes out with stock, at the deposits of orders and items, and comes back from partners.
  'pos reads deposits',
  'pos reads items',
  'pos reads partners',
  'pos reads stock_lines',
  'pos reads invoice_lines',
  'pos reads invoices',
  'pos reads order_lines',
]

describe('SQL', () => {
  const statements = sources.flatMap(({ name, text }) =>
    [...text.matchAll(/sql`((?:[^`$]|\$\{[^}]*\}|\$)*)`/g)].map(match => ({ name, statement: match[1]! })),
  )

  test('whole statements stand only in stores, db and kernel', () => {
    const allowed = /(^|\/)(store|[a-z-]+-store|invariants)\.ts$|^(db|kernel)\//
    const broken = statements
      .filter(({ statement }) => /^\s*(select|insert|update|delete|with)\b/i.test(statement))
      .filter(({ name }) => !allowed.test(name))
      .filter(({ statement }) => !/pg_advisory_xact_lock/.test(statement))
    expect(broken).toEqual([])
  })

  test('every statement on a table of the books names the book', () => {
    const tables = Object.keys(house.tables)
    const touches = new RegExp(`\\b(?:from|into|update|join)\\s+(?:${tables.join('|')})\\b`)
    const housekeeping = /invariants\.ts$|kernel\/verify\.ts$/
    const broken = statements
      .filter(({ name, statement }) => touches.test(statement) && !housekeeping.test(name))
      .filter(({ statement }) => !/book_id|sameKey|windowStart/.test(statement))
    expect(broken).toEqual([])
  })

  test('a table is named by its own domain alone, but for what is listed', () => {
    const owners = Object.fromEntries(
      house.domains.flatMap(({ name, tables = {} }) => Object.keys(tables).map(table => [table, name])),
    )
    const named = new RegExp(`\\b(from|into|update|join)\\s+(${Object.keys(owners).join('|')})\\b`, 'g')
    const crossings = new Set<string>()
    for (const { name, text } of sources) {
      const own = /^domains\/([^/]+)\//.exec(name)?.[1]
      if (own === undefined || name.endsWith('/invariants.ts')) continue
      for (const [, verb, table] of text.matchAll(named)) {
        const isRead = verb === 'from' || verb === 'join'
        if (owners[table!] !== own) crossings.add(`${own} ${isRead ? 'reads' : 'WRITES'} ${table}`)
      }
    }
    expect([...crossings].sort()).toEqual([...crossingReads].sort())
  })

  test('is lower case, and selects no star from a table', () => {
    const broken = statements.filter(
      ({ statement }) =>
        /\b(SELECT|INSERT|UPDATE|DELETE|FROM|WHERE)\b/.test(statement) || /select \* from \w/.test(statement),
    )
    expect(broken.filter(({ name }) => !/invariants\.ts$/.test(name))).toEqual([])
  })
})

describe('tests', () => {
  const titlePattern = /(?:\btest|\]\))\(\s*(['"`])((?:\\.|(?!\1)[^\\])*)\1/g
  const files = readdirSync(here, { recursive: true, encoding: 'utf8' })
    .filter(name => name.endsWith('.ts'))
    .map(name => ({ name, text: readFileSync(path.join(here, name), 'utf8') }))

  test('the title of a refusal begins with its status', () => {
    // `conflict` and `duplicate` are words of other titles, too.
    const code = new RegExp(`\\b(?:${problemCodes.filter(each => each.includes('_')).join('|')})\\b`)
    const titles = files
      .filter(({ name }) => name.startsWith('api/'))
      .flatMap(({ name, text }) => [...text.matchAll(titlePattern)].map(match => ({ name, title: match[2]! })))
    expect(titles.length).toBeGreaterThan(500)
    expect(titles.filter(({ title }) => code.test(title) && !/^\d{3}\b/.test(title))).toEqual([])
  })

  test('a file of stories ends before line 450', () => {
    expect(files.filter(({ text }) => text.trimEnd().split('\n').length > 450).map(({ name }) => name)).toEqual([])
  })
})

describe('files', () => {
  test('each source says in its first line what it is for, and holds one idea', () => {
    for (const { name, text } of sources) {
      expect(text, name).toMatch(/^\/\*\*/)
      expect(text.trimEnd().split('\n').length, name).toBeLessThanOrEqual(250)
    }
  })

  test('nothing is given up: no ignored error, nothing left open', () => {
    const givenUp = /@ts-|biome-ignore lint\/complexity|\bTODO\b|\bFIXME\b/
    const names = sources.filter(({ text }) => givenUp.test(text)).map(({ name }) => name)
    expect(names).toEqual([])
  })

  test('no float touches a number of the books', () => {
    expect(sources.filter(({ text }) => text.includes('parseFloat(')).map(({ name }) => name)).toEqual([])
  })
})
