/** All developers pages, each written and compressed when it is first asked for. */
import { eventSpec, eventTypes } from '../../contract/events.ts'
import { apiPrefix } from '../../contract/locations.ts'
import { problemAnchor, problemSpec } from '../../contract/problems.ts'
import { atOneAddress } from '../../kernel/addresses.ts'
import type { Endpoint } from '../../kernel/endpoint.ts'
import type { Page } from '../../kernel/ports/page.ts'
import { publicDocument } from '../../kernel/public-document.ts'
import { collectionOf } from '../collection.ts'
import { developersPage } from '../developers-page.ts'
import { readExamples } from '../examples.ts'
import { anchorOf } from '../markdown.ts'
import { resourceOf } from '../openapi/words.ts'
import { openApiSteps } from '../openapi.ts'
import { problemCodesInOrder } from '../reference.ts'
import { changelogPage, guidePages } from './document-pages.ts'
import { collectionPath, developersPath, guidePath, referencePath, searchPath, stylePath } from './frame.ts'
import { guides } from './guide-list.ts'
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
  return [style, collection(endpoints, baseUrl), searchIndex(endpoints), ...written]
}

const collection = (endpoints: readonly Endpoint[], baseUrl: string): Page => ({
  path: collectionPath,
  document: publicDocument('application/json; charset=utf-8', function* () {
    const document = yield* openApiSteps({ endpoints, addresses: atOneAddress(baseUrl), examples: readExamples })
    return JSON.stringify(collectionOf({ document, baseUrl, prefix: apiPrefix }))
  }),
})

/** What the search of the pages looks through: operations, guides, errors and events. */
const searchIndex = (endpoints: readonly Endpoint[]): Page => ({
  path: searchPath,
  document: publicDocument('application/json; charset=utf-8', () =>
    JSON.stringify([
      ...endpoints.map(({ id, method, path, summary }) => ({
        title: summary,
        note: `${method} ${path}`,
        path: `${referencePath(resourceOf(id))}#${anchorOf(`${method} ${path}`)}`,
      })),
      ...guides.map(({ slug, title, about }) => ({ title, note: about, path: guidePath(slug) })),
      ...problemCodesInOrder.map(code => ({
        title: code,
        note: problemSpec(code).title,
        path: `${developersPath}#${problemAnchor(code)}`,
      })),
      ...eventTypes.map(type => ({ title: type, note: eventSpec(type).summary, path: `${developersPath}#events` })),
    ]),
  ),
})

const told = ({ id, method, path, summary, access }: Endpoint) => ({
  resource: resourceOf(id),
  method,
  path,
  summary,
  scopes: access === 'public' ? [] : access.scopes,
})
