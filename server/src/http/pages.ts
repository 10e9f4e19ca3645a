/** Pages for people, outside the API: plain HTML, no key. */

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Problem, problem, problemSpec } from '../contract/problems.ts'
import type { Addresses } from '../kernel/addresses.ts'
import { escapeHtml, htmlPage } from '../kernel/html.ts'
import type { Page, PageAnswer } from '../kernel/ports/page.ts'
import { sendDocument } from './documents.ts'
import { searchOf } from './route.ts'

export const pageHeaders = {
  'Content-Security-Policy':
    "default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  // Not `no-referrer`: a form would then be sent with `Origin: null`.
  'Referrer-Policy': 'same-origin',
  'Content-Type': 'text/html; charset=utf-8',
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
        reply.headers(pageHeaders)
        if (page.document) return sendDocument(request, reply, await page.document())
        if (page.isForm) refuseForeignForm(request, addresses)
        const sent = { query: searchOf(request), form: formOf(request), cookies: cookiesOf(request) }
        return send(reply, await page.answer(sent))
      },
    })
  }
}

/**
 * A form on somebody else's page may send our cookie along, or sign a person in to another account. Browsers say where a
 * form stood: by Sec-Fetch-Site on https and on this machine, by Origin everywhere.
 */
function refuseForeignForm({ headers }: FastifyRequest, { baseUrl, altBaseUrl }: Addresses): void {
  const site = headers['sec-fetch-site']
  const own = [headers.host, new URL(baseUrl).host, new URL(altBaseUrl).host]
  const origin = URL.canParse(headers.origin ?? '') ? new URL(headers.origin!).host : undefined
  const isOurs = site === undefined ? origin !== undefined && own.includes(origin) : site === 'same-origin'
  if (!isOurs) throw problem('forbidden', { detail: 'This form was not sent from a page of this service.' })
}

function formOf({ body }: FastifyRequest): URLSearchParams {
  return new URLSearchParams(Buffer.isBuffer(body) ? body.toString() : '')
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
  const again = seconds === undefined ? '' : `\n<p>Try again in ${seconds} s.</p>`
  return htmlPage(title, `<p>${escapeHtml(detail ?? explanation)}</p>${again}`)
}

function cookiesOf(request: FastifyRequest): Map<string, string> {
  const pairs = (request.headers.cookie ?? '').split(';').map(pair => pair.trim().split('=', 2))
  return new Map(pairs.filter(pair => pair.length === 2) as [string, string][])
}
