/** All developers pages, each written and compressed when it is first asked for. */
import type { Endpoint } from '../../kernel/endpoint.ts'
import type { Page } from '../../kernel/ports/page.ts'
import { publicDocument } from '../../kernel/public-document.ts'
import { developersPage } from '../developers-page.ts'
import { resourceOf } from '../openapi/words.ts'
import { changelogPage, guidePages } from './document-pages.ts'
import { developersPath, stylePath } from './frame.ts'
import { referencePages } from './reference-pages.ts'
import { developersStyle } from './style.ts'

export function developersPages(endpoints: readonly Endpoint[], baseUrl: string): Page[] {
  const overview = {
    path: developersPath,
    write: async () => developersPage({ baseUrl, endpoints: endpoints.map(told) }),
  }
  const style = { path: stylePath, document: publicDocument('text/css; charset=utf-8', () => developersStyle) }
  const written = [overview, ...guidePages, changelogPage, ...referencePages(endpoints)].map(({ path, write }) => ({
    path,
    document: publicDocument('text/html; charset=utf-8', write),
  }))
  return [style, ...written]
}

const told = ({ id, method, path, summary, access }: Endpoint) => ({
  resource: resourceOf(id),
  method,
  path,
  summary,
  scopes: access === 'public' ? [] : access.scopes,
})
