/** The frame of the developers pages: one heading, one way through all of them. */
import { escapeHtml } from '../../kernel/html.ts'
import { wordsOf } from '../openapi/words.ts'
import { guides } from './guide-list.ts'
import type { Heading } from './markdown-html.ts'

export interface FramedPage {
  title: string
  /** Its own address. */
  path: string
  /** Shown below its own entry. */
  contents?: readonly Heading[]
  /** HTML, its h1 included. */
  body: string
}

export const developersPath = '/developers'
export const stylePath = `${developersPath}/style.css`
/** Built with the console; the pages are whole without it. */
const scriptPath = `${developersPath}/script.js`
export const searchPath = `${developersPath}/search.json`
export const collectionPath = `${developersPath}/collection.json`
export const guidePath = (slug: string): string => `${developersPath}/guides/${slug}`
/** As paths of the API are written: `receivedInvoices` is at `received-invoices`. */
export const referencePath = (resource: string): string => `${developersPath}/reference/${wordsOf(resource).join('-')}`

const groups = [
  { title: 'Start', pages: [{ path: developersPath, title: 'Overview' }] },
  { title: 'Guides', pages: guides.map(({ slug, title }) => ({ path: guidePath(slug), title })) },
  {
    title: 'Reference',
    pages: [
      { path: `${developersPath}/reference`, title: 'Operations' },
      { path: `${developersPath}/records`, title: 'Records' },
      { path: `${developersPath}#errors`, title: 'Errors' },
      { path: `${developersPath}#events`, title: 'Events' },
      { path: `${developersPath}/changelog`, title: 'Changelog' },
    ],
  },
]

/** A reference page of one resource stands under the operations. */
const isCurrent = (path: string, page: string): boolean =>
  path === page || (page === `${developersPath}/reference` && path.startsWith(`${page}/`))

function entry({ path, title }: { path: string; title: string }, { path: here, contents = [] }: FramedPage): string {
  const current = isCurrent(here, path)
  const inner = contents.filter(({ level }) => level === 2)
  const below = current && inner.length > 0 ? `<ul>${inner.map(contentEntry).join('')}</ul>` : ''
  return `<li><a href="${path}"${current ? ' aria-current="page"' : ''}>${title}</a>${below}</li>`
}

const contentEntry = ({ id, title }: Heading): string => `<li><a href="#${id}">${escapeHtml(title)}</a></li>`

const navigation = (page: FramedPage): string => `<nav class="site" aria-label="Documentation">
<a class="name" href="${developersPath}">Cellarbook API</a>
${groups
  .map(
    ({ title, pages }) =>
      `<p class="group">${title}</p>\n<ul>\n${pages.map(each => entry(each, page)).join('\n')}\n</ul>`,
  )
  .join('\n')}
</nav>`

export const framed = (page: FramedPage): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(page.title)}</title>
<link rel="stylesheet" href="${stylePath}">
<script type="module" src="${scriptPath}"></script>
</head>
<body>
<a class="skip" href="#content">To the content</a>
<div class="frame sided">
${navigation(page)}
<main id="content">
${page.body}
</main>
<footer>For programs: <a href="/api/v1/openapi.json">openapi.json</a></footer>
</div>
</body>
</html>
`
