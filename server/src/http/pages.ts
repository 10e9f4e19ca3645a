/** Pages for people, outside the API: plain HTML, no key. */

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Problem, problem, problemSpec } from '../contract/problems.ts'
import type { Addresses } from '../kernel/addresses.ts'
import { escapeHtml, htmlPage } from '../kernel/html.ts'
import type { Page, PageAnswer } from '../kernel/ports/page.ts'
import { sendDocument } from './documents.ts'
import { searchOf } from './route.ts'
import { isFromOurPages, sessionCookie, sessionToken } from './sessions.ts'

export const pageHeaders = {
  'Content-Security-Policy':
    "default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  // Not `no-referrer`: a form would then be sent with `Origin: null`.
  'Referrer-Policy': 'same-origin',
  'Content-Type': 'text/html; charset=utf-8',
}

/** Pages that are the same for everybody have their style in a file, and no form. */
const documentHeaders = {
  ...pageHeaders,
  'Content-Security-Policy':
    "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
}

/** A form of ours has a few short fields. */
const largestFormBytes = 16_384

export function mountPages(app: FastifyInstance, pages: readonly Page[], addresses: Addresses): void {
  for (const page of pages) {
    app.route({
      method: page.isForm ? 'POST' : 'GET',
      url: page.path,
      config: { door: page.door ?? 'pages', isPage: true },
      bodyLimit: largestFormBytes,
      handler: async (request, reply) => {
        reply.headers(page.document ? documentHeaders : pageHeaders)
        if (page.document) return sendDocument(request, reply, await page.document())
        if (page.isForm) refuseForeignForm(request, addresses)
        const { ip: address, headers } = request
        const sent = {
          query: searchOf(request),
          form: formOf(request),
          token: sessionToken(request, addresses),
          from: { address, browser: headers['user-agent'] ?? '' },
        }
        const answer = await page.answer(sent)
        if (answer.token !== undefined) reply.header('Set-Cookie', sessionCookie(addresses, answer.token))
        return send(reply, answer)
      },
    })
  }
}

/** A form on somebody else's page may sign a person in to another account. */
function refuseForeignForm(request: FastifyRequest, addresses: Addresses): void {
  if (!isFromOurPages(request, addresses))
    throw problem('forbidden', { detail: 'This form was not sent from a page of this service.' })
}

function formOf({ body }: FastifyRequest): URLSearchParams {
  return new URLSearchParams(Buffer.isBuffer(body) ? body.toString() : '')
}

function send(reply: FastifyReply, answer: PageAnswer) {
  if (answer.location) reply.header('Location', answer.location)
  return reply.code(answer.status).send(answer.html ?? '')
}

/** A refusal for a person: what happened, and what to do. */
export function refusalPage({ code, detail, headers }: Problem): string {
  const { title, explanation } = problemSpec(code)
  const seconds = headers['Retry-After']
  const again = seconds === undefined ? '' : `\n<p>Try again in ${seconds} s.</p>`
  return htmlPage(title, `<p>${escapeHtml(detail ?? explanation)}</p>${again}`)
}
