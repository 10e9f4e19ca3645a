/** Pages for people, outside the API: plain HTML, no key. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Problem, problemSpec } from '../contract/problems.ts'
import { escaped, htmlPage } from '../kernel/html.ts'
import type { Page, PageAnswer } from '../kernel/page.ts'
import { sendDocument } from './documents.ts'
import { searchOf } from './route.ts'

export const pageHeaders = {
  'Content-Security-Policy':
    "default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  'Referrer-Policy': 'no-referrer',
  'Content-Type': 'text/html; charset=utf-8',
}

export function mountPages(app: FastifyInstance, pages: readonly Page[]): void {
  for (const page of pages) {
    app.get(page.path, { config: { door: page.door ?? 'pages', isPage: true } }, async (request, reply) => {
      reply.headers(pageHeaders)
      return page.document
        ? sendDocument(request, reply, await page.document())
        : send(reply, await page.answer({ query: searchOf(request), cookies: cookiesOf(request) }))
    })
  }
}

function send(reply: FastifyReply, answer: PageAnswer) {
  if (answer.cookie) reply.header('Set-Cookie', answer.cookie)
  if (answer.location) reply.header('Location', answer.location)
  return reply.code(answer.status).send(answer.html ?? '')
}

/** A refusal for a person: what happened, and what to do. */
export function refusalPage({ code, detail, headers }: Problem): string {
  const { title, explanation } = problemSpec(code)
  const seconds = headers['Retry-After']
  const again = seconds === undefined ? 'Try again later.' : `Try again in ${seconds} s.`
  return htmlPage(title, `<p>${escaped(detail ?? explanation)}</p>\n<p>${again}</p>`)
}

function cookiesOf(request: FastifyRequest): Map<string, string> {
  const pairs = (request.headers.cookie ?? '').split(';').map(pair => pair.trim().split('=', 2))
  return new Map(pairs.filter(pair => pair.length === 2) as [string, string][])
}
