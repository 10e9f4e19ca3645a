/** Pages for people, outside the API: plain HTML, no key. */

import type { FastifyInstance } from 'fastify'
import { type Problem, problemSpec } from '../contract/problems.ts'
import { escapeHtml, htmlPage } from '../kernel/html.ts'
import type { Page } from '../kernel/ports/page.ts'
import { sendDocument } from './documents.ts'

export const pageHeaders = {
  'Content-Security-Policy':
    "default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  'Referrer-Policy': 'same-origin',
  'Content-Type': 'text/html; charset=utf-8',
}

/** Pages that are the same for everybody have style and script in files, and no form. */
const documentHeaders = {
  ...pageHeaders,
  'Content-Security-Policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'",
}

export function mountPages(app: FastifyInstance, pages: readonly Page[]): void {
  for (const page of pages) {
    app.get(page.path, { config: { door: 'pages', isPage: true } }, async (request, reply) => {
      if ('location' in page) return reply.header('Location', page.location).code(302).send('')
      reply.headers(documentHeaders)
      return sendDocument(request, reply, await page.document())
    })
  }
}

/** A refusal for a person: what happened, and what to do. */
export function refusalPage({ code, detail, headers }: Problem): string {
  const { title, explanation } = problemSpec(code)
  const seconds = headers['Retry-After']
  const again = seconds === undefined ? '' : `\n<p>Try again in ${seconds} s.</p>`
  return htmlPage(title, `<p>${escapeHtml(detail ?? explanation)}</p>${again}`)
}
