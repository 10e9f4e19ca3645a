/** The developers page: the way in, the guides, every endpoint, every error code and every event. */
import { eventSpec, eventTypes } from '../contract/events.ts'
import { type ProblemCode, problemAnchor, problemSpec, rowCodes } from '../contract/problems.ts'
import { apiVersion } from '../contract/schema.ts'
import { escapeHtml } from '../kernel/html.ts'
import { anchorOf } from './markdown.ts'
import { collectionPath, developersPath, framed, guidePath, referencePath } from './pages/frame.ts'
import { guides } from './pages/guide-list.ts'
import { describeMembers, type MemberDescription, problemCodesInOrder } from './reference.ts'

export interface DevelopersPageInput {
  readonly baseUrl: string
  readonly endpoints: readonly {
    readonly resource: string
    readonly method: string
    readonly path: string
    readonly summary: string
    readonly scopes: readonly string[]
  }[]
}

const code = (text: string): string => `<code>${escapeHtml(text)}</code>`

const tableRow = (cells: readonly string[]): string => `<tr>${cells.map(cell => `<td>${cell}</td>`).join('')}</tr>`

/** Cells are HTML already. */
const table = (
  header: readonly string[],
  rows: readonly (readonly string[])[],
): string => `<div class="wide" tabindex="0"><table>
<thead><tr>${header.map(cell => `<th scope="col">${cell}</th>`).join('')}</tr></thead>
<tbody>
${rows.map(tableRow).join('\n')}
</tbody></table></div>`

const authentication = (baseUrl: string): string => `<section id="authentication">
<h2>Authentication</h2>
<p>Every call sends an API key in the header ${code('Authorization')}. A key is created in the application settings and
shown once. A live key works on real data, a test key on the sandbox of the same account.</p>
<pre tabindex="0">${escapeHtml(`curl ${baseUrl}/api/v1/me \\\n  -H "Authorization: Bearer $API_KEY"`)}</pre>
<p>The response shows the account, the scopes of the key and the limits of the plan.</p>
</section>`

const guideSection = (): string => `<section id="guides">
<h2>Guides</h2>
<ul class="cards">
${guides.map(({ slug, title, about }) => `<li><a href="${guidePath(slug)}">${title}</a><br>${about}</li>`).join('\n')}
</ul>
</section>`

const endpointSection = (endpoints: DevelopersPageInput['endpoints']): string => `<section id="endpoints">
<h2>Endpoints</h2>
<p>All paths carry the prefix ${code('/api/v1')}. A key needs at least one of the scopes. The complete description is
the OpenAPI document: <a href="/api/v1/openapi.json">/api/v1/openapi.json</a>. Every call with a real example, for Postman,
Bruno and Insomnia: <a href="${collectionPath}">${collectionPath}</a>.</p>
${table(
  ['Operation', 'What it does', 'Scopes'],
  endpoints.map(({ resource, method, path, summary, scopes }) => [
    `<a href="${escapeHtml(referencePath(resource))}#${anchorOf(`${method} ${path}`)}">${code(`${method} ${path}`)}</a>`,
    escapeHtml(summary),
    scopes.map(code).join(' or ') || 'none',
  ]),
)}
</section>`

const memberItem = ({ name, type, isOptional, description }: MemberDescription): string => {
  const words = description === '' ? type : `${type}. ${description}.`
  return `<li>${code(name)}${isOptional ? ' (optional)' : ''}: ${escapeHtml(words)}</li>`
}

const problemArticle = (problemCode: ProblemCode): string => {
  const { status, title, explanation, cure } = problemSpec(problemCode)
  const members = describeMembers(problemCode).map(memberItem).join('')
  const anchor = problemAnchor(problemCode)
  return `<article id="${anchor}">
<h3><a href="#${anchor}">${code(problemCode)}</a> <span class="status">${status}</span></h3>
<p><strong>${escapeHtml(title)}.</strong> ${escapeHtml(explanation)}</p>
<p>What to do: ${escapeHtml(cure)}</p>${members && `\n<p>Extra members:</p>\n<ul>${members}</ul>`}
</article>`
}

const errorSection = (): string => `<section id="errors">
<h2>Errors</h2>
<p>Every error is a problem document (RFC 9457, ${code('application/problem+json')}). Branch on ${code('code')}; the
wording of the other members may change. ${code('instance')} is the request id; quote it when you ask for help.</p>
${problemCodesInOrder.map(problemArticle).join('\n')}
</section>
<section id="row-codes">
<h2>Codes of single fields</h2>
<p>${code('validation_failed')} and ${code('unknown_field')} carry ${code('errors')}, one row
${code('{field, code, message}')} per error.</p>
${table(
  ['Row code', 'Meaning'],
  Object.entries(rowCodes).map(([row, meaning]) => [code(row), escapeHtml(meaning)]),
)}
</section>`

const eventSection = (): string => `<section id="events">
<h2>Events</h2>
<p>Events are sent to webhook endpoints and can be read with ${code('GET /events')}. A subscription names exact types, a prefix
pattern such as ${code('invoice.*')}, or ${code('*')}.</p>
${table(
  ['Type', 'Record', 'When'],
  eventTypes.map(type => [code(type), code(eventSpec(type).object), escapeHtml(eventSpec(type).summary)]),
)}
</section>`

const headings = [
  { level: 2, id: 'authentication', title: 'Authentication' },
  { level: 2, id: 'guides', title: 'Guides' },
  { level: 2, id: 'endpoints', title: 'Endpoints' },
  { level: 2, id: 'errors', title: 'Errors' },
  { level: 2, id: 'row-codes', title: 'Codes of single fields' },
  { level: 2, id: 'events', title: 'Events' },
]

export const developersPage = ({ baseUrl, endpoints }: DevelopersPageInput): string =>
  framed({
    path: developersPath,
    title: 'Cellarbook API for developers',
    contents: headings,
    body: `<h1>Cellarbook API</h1>
<p class="lead">Version ${code(apiVersion)} at ${code(`${baseUrl}/api/v1`)}. Bodies are JSON, decimals are strings, times are
ISO 8601.</p>
${authentication(baseUrl)}
${guideSection()}
${endpointSection(endpoints)}
${errorSection()}
${eventSection()}`,
  })
