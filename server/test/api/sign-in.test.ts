/** The console's door: links are used up by POST from our own page only, and a session ends when its person says so. */
import { beforeEach, describe, expect, test } from 'vitest'
import { createSignInLink } from '../../src/domains/accounts/actions.ts'
import { testBaseUrl, useService } from '../support/service.ts'
import { signIn as press } from '../support/sign-in.ts'

const service = useService({ trustProxy: ['127.0.0.1'] })

let link: string
let count = 0
beforeEach(async () => {
  count += 1
  const { slug } = await service.tenant()
  const token = await createSignInLink(service.database, service.clock, slug)
  link = `${service.address}/console/sign-in?token=${token}`
})

/** From another address in each test: one has 10 tries a minute. */
const signIn = (at: string, headers: Record<string, string> = {}) =>
  press(at, { 'x-forwarded-for': `198.51.100.${count}`, ...headers })
const cookieOf = (reply: Response): string => reply.headers.get('set-cookie')!.split(';', 1)[0]!
const home = (cookie: string) => fetch(`${service.address}/console`, { headers: { cookie } })
const signOut = (headers: Record<string, string>) =>
  fetch(`${service.address}/console/sign-out`, { method: 'POST', redirect: 'manual', headers })

describe('GET /console/sign-in', () => {
  test('200: shows a button as often as it is opened, and uses nothing up', async () => {
    for (let look = 0; look < 3; look++) {
      const reply = await fetch(link)
      expect([reply.status, reply.headers.get('set-cookie')]).toEqual([200, null])
      expect(await reply.text()).toMatch(/<form method="post" action="\/console\/sign-in">/)
    }
    expect((await signIn(link)).status).toBe(303)
  })

  test.for(['', 'token=', 'token=%22%3E%3Cscript%3E', `token=${'x'.repeat(101)}`])(
    '403: %s is no link',
    async query => {
      const reply = await fetch(`${service.address}/console/sign-in?${query}`)
      expect(reply.status).toBe(403)
      expect(await reply.text()).not.toContain('<form')
    },
  )
})

describe('POST /console/sign-in', () => {
  test('303: opens a session once; 403 afterwards', async () => {
    const reply = await signIn(link)
    expect([reply.status, reply.headers.get('location')]).toEqual([303, '/console'])
    expect(reply.headers.get('set-cookie')).toMatch(
      /^__Host-cellarbook=[\w-]{43}; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax; Secure$/,
    )
    expect((await home(cookieOf(reply))).status).toBe(200)
    expect((await signIn(link)).status).toBe(403)
  })

  test('403: the token counts in the form, not in the address', async () => {
    const headers = { origin: service.address }
    expect((await fetch(link, { method: 'POST', headers, redirect: 'manual' })).status).toBe(403)
    expect((await signIn(link)).status).toBe(303)
  })

  test('413: a form is small', async () => {
    const reply = await fetch(link, { method: 'POST', headers: { origin: service.address }, body: 'x'.repeat(20_000) })
    expect([reply.status, reply.headers.get('content-type')]).toEqual([413, 'text/html; charset=utf-8'])
  })
})

describe('a form of another page', () => {
  const foreign: Record<string, string>[] = [
    { origin: 'https://elsewhere.example' },
    { origin: 'null' },
    { origin: '' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { 'sec-fetch-site': 'none' },
  ]
  test.for(foreign)('403: %o signs nobody in or out', async headers => {
    const refused = await signIn(link, headers)
    expect([refused.status, refused.headers.get('set-cookie')]).toEqual([403, null])
    expect(await refused.text()).toContain('This form was not sent from a page of this service.')
    const cookie = cookieOf(await signIn(link))
    expect((await signOut({ cookie, ...headers })).status).toBe(403)
    expect((await home(cookie)).status).toBe(200)
  })

  test('303: the address itself and the public one are ours; Sec-Fetch-Site wins where it is sent', async () => {
    expect((await signIn(link, { origin: testBaseUrl })).status).toBe(303)
    const other = await createSignInLink(service.database, service.clock, (await service.tenant()).slug)
    const headers = { origin: 'null', 'sec-fetch-site': 'same-origin' }
    expect((await signIn(`${service.address}/console/sign-in?token=${other}`, headers)).status).toBe(303)
  })
})

describe('POST /console/sign-out', () => {
  test('303: the session is over on the server, and its cookie is cleared', async () => {
    const cookie = cookieOf(await signIn(link))
    const reply = await signOut({ cookie, origin: service.address })
    expect([reply.status, reply.headers.get('location')]).toEqual([303, '/console/signed-out'])
    expect(reply.headers.get('set-cookie')).toMatch(/^__Host-cellarbook=; Max-Age=0; Path=\/; .*Secure$/)
    expect((await home(cookie)).status).toBe(401)
    expect(await (await fetch(`${service.address}/console/signed-out`)).text()).toContain('You are signed out.')
  })

  test('303: without a session, too; other sessions of the person stay', async () => {
    const cookie = cookieOf(await signIn(link))
    expect((await signOut({ origin: service.address })).status).toBe(303)
    expect((await signOut({ origin: service.address, cookie: 'cellarbook_session=unknown' })).status).toBe(303)
    expect((await home(cookie)).status).toBe(200)
  })

  test('404: a link cannot sign anybody out', async () => {
    const cookie = cookieOf(await signIn(link))
    expect((await fetch(`${service.address}/console/sign-out`, { headers: { cookie } })).status).toBe(404)
    expect((await home(cookie)).status).toBe(200)
  })
})
