/** How people come in: by a password, a code, a passkey or an invitation; and never further than they may. */
import { Secret, TOTP } from 'otpauth'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { describePages, expectFits, expectNoFaults, go, photograph } from '../support/pages.ts'
import { type Person, signInByLink, tokenOf } from '../support/person.ts'

const password = 'the hops are in the cellar'

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const region = (page: Page, name: string) => page.getByRole('region', { name })

async function setPassword(page: Page, next = password): Promise<void> {
  await region(page, 'Password').getByLabel('New password').fill(next)
  await button(page, 'Set password').click()
  await page.getByText('Password saved.').waitFor()
}

async function signIn(page: Page, email: string, secret = password): Promise<void> {
  await page.getByRole('textbox', { name: 'E-mail' }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(secret)
  await button(page, 'Sign in').click()
}

/** As a phone would show it. */
const codeOf = (secret: string, atMs: number): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: atMs })

/** As if the browser had never been here: nobody is signed in. */
async function comeAnew(page: Page, address: string): Promise<void> {
  await page.context().clearCookies()
  await page.goto(address)
}

describePages('coming in', pages => {
  test('by a password, again, by a passkey, with a second step and with a recovery code', async () => {
    const { page, person } = await pages.signedIn(await pages.service.tenant(), '/console/profile')
    await setPassword(page)
    const { email } = (await person.get('/session')).body.person
    const other = await pages.open('/console/profile')
    await byPassword(other, email)
    await askedAgain(page, person)
    await byPasskey(page)
    await withSecondStep(page, other, email)
  })

  /** To where one was going, and nowhere else. */
  async function byPassword(page: Page, email: string) {
    await heading(page, 'Sign in').waitFor()
    await signIn(page, email, 'not the password')
    await page.getByRole('alert').getByText('not right').waitFor()
    await signIn(page, email)
    await heading(page, 'Profile').waitFor()

    await comeAnew(page, `${pages.service.address}/console/sign-in?next=${encodeURIComponent('//elsewhere.example')}`)
    await signIn(page, email)
    await heading(page, 'Dashboard').waitFor()
    expect(new URL(page.url()).origin).toBe(pages.service.address)
  }

  /** A session that was ended elsewhere asks, and what was typed stays. */
  async function askedAgain(page: Page, person: Person) {
    await region(page, 'You').getByLabel('Name').fill('Somebody Else')
    await person.send('DELETE', '/session')
    await region(page, 'You').getByRole('button', { name: 'Save' }).click()
    const dialog = page.getByRole('dialog', { name: 'Sign in again' })
    await dialog.getByLabel('Password').fill(password)
    await expectNoFaults(page, { refused: [401] })
    await dialog.getByRole('button', { name: 'Sign in again' }).click()
    await page.getByRole('button', { name: 'Account: Somebody Else' }).waitFor()
  }

  /** Made in the profile. */
  async function byPasskey(page: Page) {
    await giveAuthenticator(page)
    await button(page, 'Add a passkey').click()
    await page.getByRole('dialog').getByLabel('Name').fill('Laptop')
    await page.getByRole('dialog').getByRole('button', { name: 'Add a passkey' }).click()
    await page.getByRole('table', { name: 'Passkeys' }).getByText('Laptop').waitFor()
    await expectNoFaults(page, { refused: [401] })
    await page.getByRole('button', { name: /^Account:/ }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await heading(page, 'Sign in').waitFor()
    await button(page, 'Use a passkey').click()
    await heading(page, 'Dashboard').waitFor()
  }

  /** `other` is a browser that asks, where the recovery code helps. */
  async function withSecondStep(page: Page, other: Page, email: string) {
    await go(page, '/console/profile')
    await button(page, 'Set up').click()
    const dialog = page.getByRole('dialog', { name: 'Two-step sign-in' })
    await dialog.getByRole('img', { name: 'Code for your authenticator' }).waitFor()
    const secret = (await dialog.getByRole('code').textContent())!.replaceAll(' ', '')
    await expectNoFaults(page, { refused: [401] })
    await photograph(page, 'two-steps')
    await dialog.getByLabel('Code', { exact: true }).fill(codeOf(secret, pages.service.clock()))
    await button(page, 'Turn on').click()
    const codes = (await page.getByRole('textbox', { name: 'Recovery codes' }).inputValue()).split('\n')
    expect(codes).toHaveLength(10)
    await page.getByRole('checkbox', { name: 'I have stored the codes' }).check()
    await button(page, 'Done').click()
    await region(page, 'Two-step sign-in').getByText('On', { exact: true }).waitFor()

    await comeAnew(other, `${pages.service.address}/console`)
    await signIn(other, email)
    await heading(other, 'Second step').waitFor()
    await expectNoFaults(other, { refused: [401] })
    await other.getByLabel('Code').fill('000000')
    await button(other, 'Continue').click()
    await other.getByRole('alert').waitFor()
    await other.reload()
    await other.getByLabel('Code').fill(codes[0]!)
    await button(other, 'Continue').click()
    await heading(other, 'Dashboard').waitFor()
  }

  test('by an invitation, which works once', async () => {
    const tenant = await pages.service.tenant({ name: 'Pivovar Na Kopci' })
    const person = await signInByLink(pages.service, tenant.slug)
    const invited = { email: 'jana@example.com', name: 'Jana', role: 'sales' }
    const link = (await person.post('/settings/users', invited)).body.invitation_link as string
    const page = await pages.open(`/console/invitation#token=${tokenOf(link)}`)
    await heading(page, 'Join Pivovar Na Kopci').waitFor()
    await expectNoFaults(page)
    await photograph(page, 'invitation')
    await page.getByRole('textbox', { name: 'Name' }).fill('Jana Nováková')
    await page.getByLabel('New password').fill('short')
    await button(page, 'Join').click()
    await page.getByRole('alert').waitFor()
    await page.getByLabel('New password').fill(password)
    await button(page, 'Join').click()
    await page.getByRole('button', { name: 'Account: Jana Nováková' }).waitFor()

    await comeAnew(page, `${pages.service.address}/console/invitation#token=${tokenOf(link)}`)
    await heading(page, 'This link does not work any more').waitFor()
    await expectFits(page, { refused: [401, 422] })
  })

  test('a forgotten password, whoever asks', async () => {
    const page = await pages.open('/console/forgotten')
    await heading(page, 'Forgotten password').waitFor()
    await expectNoFaults(page)
    await page.getByRole('textbox', { name: 'E-mail' }).fill('nobody@example.com')
    await button(page, 'Send a link').click()
    await page.getByRole('status').getByText('on its way').waitFor()
    await go(page, '/console/reset#token=nothing')
    await heading(page, 'This link does not work any more').waitFor()
  })
})

/** One that says yes to everything, as a finger on a reader does. */
async function giveAuthenticator(page: Page): Promise<void> {
  const browser = await page.context().newCDPSession(page)
  await browser.send('WebAuthn.enable')
  await browser.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}
