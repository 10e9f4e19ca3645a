/** All developers pages: every link leads somewhere, every page can be read by anybody, and nothing in them is markup by accident. */
import { readdirSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { developersPages } from '../../src/describe/pages/developers-pages.ts'
import { collectionPath } from '../../src/describe/pages/frame.ts'
import { guides } from '../../src/describe/pages/guide-list.ts'
import { described, serviceEndpoints } from '../../src/describe/service-document.ts'
import { atOneAddress } from '../../src/kernel/addresses.ts'

const baseUrl = 'https://books.example'
const pages = developersPages(described(serviceEndpoints(atOneAddress(baseUrl))), baseUrl)

const texts = new Map<string, string>()
for (const page of pages) {
  if (!('document' in page)) continue
  // To write the collection takes as long as all pages; what is in it is a test of its own.
  const isWritten = page.path !== collectionPath
  texts.set(page.path, isWritten ? (await page.document()).bytes.identity.toString() : '')
}
const written = [...texts].filter(([path]) => !/\.(css|json)$/.test(path))

const idsIn = (html: string): string[] => [...html.matchAll(/ id="([^"]+)"/g)].map(match => match[1]!)
const idsOf = new Map([...texts].map(([path, html]) => [path, new Set(idsIn(html))]))

test('every guide has its page, in the order of the list', () => {
  const files = readdirSync(new URL('../../../docs/guides', import.meta.url)).filter(name => name.endsWith('.md'))
  expect(guides.map(({ slug }) => `${slug}.md`).toSorted()).toEqual(files.toSorted())
  for (const { slug, title } of guides) {
    expect(texts.get(`/developers/guides/${slug}`)).toMatch(new RegExp(`<h1 id="[^"]+">${title}</h1>`))
  }
})

test('operations show what was sent and answered, and no page is heavy for it', () => {
  const orders = texts.get('/developers/reference/orders')!
  expect(orders).toContain('&quot;origin&quot;: &quot;api&quot;')
  expect(orders.match(/Answered, as an example/g)!.length).toBeLessThan(orders.match(/<h2 /g)!.length / 2)
  const heavy = [...texts].filter(([path, text]) => path.startsWith('/developers/reference/') && text.length > 200_000)
  expect(heavy.map(([path, text]) => `${path} ${text.length}`)).toEqual([])
})

describe.each(written)('%s', (path, html) => {
  test('every link inside the pages has its target', () => {
    const links = [...html.matchAll(/ href="([^"]+)"/g)].map(match => match[1]!)
    const broken = links.filter(link => {
      if (link.startsWith('https://') || link === '/api/v1/openapi.json') return false
      const [page, anchor] = link.split('#')
      const ids = idsOf.get(page || path)
      return ids === undefined || (anchor !== undefined && !ids.has(anchor))
    })
    expect([...new Set(broken)]).toEqual([])
  })

  test('one h1, headings in order, ids once, a language and a main part', () => {
    const levels = [...html.matchAll(/<h([1-6])[ >]/g)].map(match => Number(match[1]))
    expect(levels.filter(level => level === 1)).toEqual([1])
    expect(levels[0]).toBe(1)
    expect(levels.filter((level, index) => level - (levels[index - 1] ?? 0) > 1)).toEqual([])
    const ids = idsIn(html)
    expect(new Set(ids).size).toBe(ids.length)
    expect(html).toContain('<html lang="en">')
    expect(html.match(/<main id="content">/g)).toHaveLength(1)
  })

  test('one script and one style, in files of ours; nothing from elsewhere', () => {
    const script = '<script type="module" src="/developers/script.js"></script>'
    expect(html.split(script)).toHaveLength(2)
    expect(html.replace(script, '')).not.toMatch(/<script|<style|<img|<iframe|<[^>]* (style|src|on\w+)=/)
    expect(html.match(/<link [^>]*>/g)).toEqual(['<link rel="stylesheet" href="/developers/style.css">'])
  })

  test('every element that opens also closes', () => {
    const open: string[] = []
    const closesAnother: string[] = []
    for (const [element, slash, name = ''] of html.matchAll(/<(\/?)([a-z][a-z0-9]*)[^>]*>/g)) {
      if (['meta', 'link', 'br'].includes(name)) continue
      if (slash === '') open.push(name)
      else if (open.pop() !== name) closesAnother.push(element)
    }
    expect([...open, ...closesAnother]).toEqual([])
  })
})
