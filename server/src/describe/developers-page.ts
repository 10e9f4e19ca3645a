/** The developers page: one plain HTML document that explains the way in, every endpoint and every error code. */
import { eventSpec, eventTypes } from '../contract/events.ts'
import { type ProblemCode, problemAnchor, problemSpec, rowCodes } from '../contract/problems.ts'
import { apiVersion } from '../contract/schema.ts'
import { describeMembers, type MemberDescription, problemCodesInOrder } from './reference.ts'

export interface DevelopersPageInput {
  readonly baseUrl: string
  readonly endpoints: readonly {
    readonly method: string
    readonly path: string
    readonly summary: string
    readonly scopes: readonly string[]
  }[]
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, character => entities[character] ?? character)

const code = (text: string): string => `<code>${escapeHtml(text)}</code>`

const style = `
:root { color-scheme: light dark; --ink: #1d2329; --paper: #fff; --soft: #f3f5f7; --line: #d5dbe1; --link: #0b5cad; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e4e8ec; --paper: #14181c; --soft: #1f252b; --line: #39424b; --link: #7cb7f5; }
}
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 66rem; padding: 1.5rem 1rem 4rem; color: var(--ink); background: var(--paper);
  font: 1rem/1.55 system-ui, sans-serif; }
a { color: var(--link); }
h1, h2, h3 { line-height: 1.25; }
h2 { margin-top: 3rem; border-bottom: 1px solid var(--line); padding-bottom: .3rem; }
code, pre { font: .9em/1.5 ui-monospace, monospace; background: var(--soft); border-radius: .25rem; }
code { padding: .1em .3em; overflow-wrap: anywhere; }
pre { padding: 1rem; overflow-x: auto; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; vertical-align: top; padding: .4rem .8rem .4rem 0; border-bottom: 1px solid var(--line); }
td.word { white-space: nowrap; }
article { margin: 0 -1rem; padding: .2rem 1rem; scroll-margin-top: 1rem; border-bottom: 1px solid var(--line); }
article:target { background: var(--soft); }
article h3 { margin: .8rem 0 .2rem; }
article p, article ul { margin: .3rem 0; }
.status { font-weight: normal; opacity: .75; }
`

const tableRow = ([first = '', ...others]: readonly string[]): string =>
  `<tr><td class="word">${first}</td>${others.map(cell => `<td>${cell}</td>`).join('')}</tr>`

/** Cells are HTML already. */
const table = (header: readonly string[], rows: readonly (readonly string[])[]): string => `<div class="wide"><table>
<thead><tr>${header.map(cell => `<th scope="col">${cell}</th>`).join('')}</tr></thead>
<tbody>
${rows.map(tableRow).join('\n')}
</tbody></table></div>`

const authentication = (baseUrl: string): string => `<section id="authentication">
<h2>Authentication</h2>
<p>Every call sends an API key in the header ${code('Authorization')}. A key is created in the application settings and
shown once. A live key works on real data, a test key on the sandbox of the same account.</p>
<pre>${escapeHtml(`curl ${baseUrl}/api/v1/me \\\n  -H "Authorization: Bearer $API_KEY"`)}</pre>
<p>The response shows the account, the scopes of the key and the limits of the plan.</p>
</section>`

const endpointSection = (endpoints: DevelopersPageInput['endpoints']): string => `<section id="endpoints">
<h2>Endpoints</h2>
<p>All paths carry the prefix ${code('/api/v1')}. A key needs at least one of the scopes. The complete description is
the OpenAPI document: <a href="/api/v1/openapi.json">/api/v1/openapi.json</a>.</p>
${table(
  ['Method', 'Path', 'What it does', 'Scopes'],
  endpoints.map(({ method, path, summary, scopes }) => [
    code(method),
    code(path),
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

export const developersPage = ({ baseUrl, endpoints }: DevelopersPageInput): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Cellarbook API for developers</title>
<style>${style}</style>
</head>
<body>
<header>
<h1>Cellarbook API</h1>
<p>Version ${code(apiVersion)} at ${code(`${baseUrl}/api/v1`)}. Bodies are JSON, decimals are strings, times are
ISO 8601.</p>
<nav><a href="#authentication">Authentication</a> · <a href="#endpoints">Endpoints</a> ·
<a href="#errors">Errors</a> · <a href="#row-codes">Codes of single fields</a> · <a href="#events">Events</a> ·
<a href="/api/v1/openapi.json">OpenAPI</a></nav>
</header>
<main>
${authentication(baseUrl)}
${endpointSection(endpoints)}
${errorSection()}
${eventSection()}
</main>
</body>
</html>
`
