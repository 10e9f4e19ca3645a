/** The developers page: every anchor the problem documents point at, and no way to inject markup. */
import { describe, expect, test } from 'vitest'
import { eventTypes } from '../../src/contract/events.ts'
import { problem, problemCodes, problemDocument, problemSpec, rowCodes } from '../../src/contract/problems.ts'
import { developersPage } from '../../src/describe/developers-page.ts'
import { describeMembers } from '../../src/describe/reference.ts'

const endpoints = [
  { resource: 'health', method: 'GET', path: '/health', summary: 'Say that the service is well', scopes: [] },
  {
    resource: 'warehouses',
    method: 'GET',
    path: '/warehouses',
    summary: 'List warehouses',
    scopes: ['core:read', 'stock:read'],
  },
]

const page = developersPage({ baseUrl: 'https://books.example', endpoints })

const articleOf = (code: string): string => {
  const start = page.indexOf(`<article id="errors-${code}">`)
  return start < 0 ? '' : page.slice(start, page.indexOf('</article>', start))
}

const escaped = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;')

describe('errors', () => {
  test.each(problemCodes)('%s has its anchor, status, words and members', code => {
    const { status, title, explanation, cure } = problemSpec(code)
    const article = articleOf(code)
    expect(article).toContain(`<code>${code}</code>`)
    expect(article).toContain(`>${status}<`)
    for (const text of [title, explanation, cure]) expect(article).toContain(escaped(text))
    for (const { name } of describeMembers(code)) expect(article).toContain(`<li><code>${name}</code>`)
  })

  test('the type of a problem document leads to an anchor of the page', () => {
    const { type } = problemDocument(problem('not_found'), { baseUrl: 'https://books.example', requestId: 'r' })
    const [address, anchor] = type.split('#')
    expect(address).toBe('https://books.example/developers')
    expect(page.split(`id="${anchor}"`)).toHaveLength(2)
  })

  test('every id is unique and every link inside the page has its target', () => {
    const ids = [...page.matchAll(/ id="([^"]+)"/g)].map(match => match[1])
    expect(new Set(ids).size).toBe(ids.length)
    const links = [...page.matchAll(/ href="#([^"]+)"/g)].map(match => match[1])
    expect(links.length).toBeGreaterThan(problemCodes.length)
    for (const link of links) expect(ids).toContain(link)
  })
})

test('lists row codes, event types, endpoints and how to authenticate', () => {
  for (const code of Object.keys(rowCodes)) expect(page).toContain(`<td><code>${code}</code></td>`)
  for (const type of eventTypes) expect(page).toContain(`<td><code>${type}</code></td>`)
  expect(page).toContain(
    '<a href="/developers/reference/warehouses#get-warehouses"><code>GET /warehouses</code></a></td><td>List warehouses</td>',
  )
  expect(page).toContain('<code>core:read</code> or <code>stock:read</code>')
  expect(page).toContain('<td>none</td>')
  expect(page).toContain('curl https://books.example/api/v1/me \\\n  -H &quot;Authorization: Bearer $API_KEY&quot;')
  expect(page).toContain('href="/api/v1/openapi.json"')
})

test('shows markup in its input as text', () => {
  const hostile = `<script>alert("x")</script>'&`
  const attacked = developersPage({
    baseUrl: `https://books.example/${hostile}`,
    endpoints: [{ resource: hostile, method: hostile, path: hostile, summary: hostile, scopes: [hostile] }],
  })
  expect(attacked).not.toContain('<script>')
  expect(attacked.split('&lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt;&#39;&amp;')).toHaveLength(7)
})
