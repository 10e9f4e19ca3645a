/** The area of those who connect other programs: keys, webhooks, events, calls, the sandbox. */
import type { Page } from 'playwright-core'
import { afterEach, expect, test } from 'vitest'
import { sql } from '../../src/db/sql.ts'
import { selfSigned } from '../support/certificates.ts'
import { Client } from '../support/client.ts'
import { describePages, expectNoFaults, go } from '../support/pages.ts'
import type { Person } from '../support/person.ts'
import { openReceiver, type Receiver } from '../support/receiver.ts'
import { type TestTenant, untilForgotten } from '../support/service.ts'
import { until } from '../support/webhooks.ts'

const certificate = selfSigned()
const options = { keepsRequests: true, webhooks: { allowCidrs: ['127.0.0.1/32'], sending: { ca: certificate.cert } } }

describePages(
  'developers',
  pages => {
    const receivers: Receiver[] = []
    afterEach(async () => {
      for (const receiver of receivers.splice(0)) await receiver.close()
    })
    const receiverOf = async () => {
      const receiver = await openReceiver({ certificate })
      receivers.push(receiver)
      return receiver
    }
    const headed = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name }).waitFor()
    const storeSecret = async (page: Page, title: string, label: string) => {
      const dialog = page.getByRole('dialog', { name: title })
      const secret = await dialog.getByRole('textbox', { name: label }).inputValue()
      await page.keyboard.press('Escape')
      await dialog.getByRole('checkbox', { name: /^I have stored/ }).check()
      await dialog.getByRole('button', { name: 'Done' }).click()
      await dialog.waitFor({ state: 'detached' })
      return secret
    }

    test('keys and calls, and the sandbox', async () => {
      const tenant = await pages.service.tenant()
      const { page, person } = await pages.signedIn(tenant, '/console/test/developers/keys')
      await keyMade(page)
      await callsListed(tenant, page, person)
      await sandboxFilled(tenant, page, person)
    })

    /** Made, used, rolled and revoked. */
    async function keyMade(page: Page) {
      await headed(page, 'API keys')
      await page.getByText('No API keys yet').waitFor()
      await page.getByRole('button', { name: 'New API key' }).click()
      const dialog = page.getByRole('dialog', { name: 'New API key' })
      await dialog.getByRole('textbox', { name: 'Name' }).fill('Shop')
      await dialog.getByRole('radio', { name: 'E-shop' }).check()
      await dialog.getByRole('checkbox', { name: 'sales:write' }).uncheck()
      expect(await dialog.getByRole('radio', { name: 'Custom' }).isChecked()).toBe(true)
      const addresses = dialog.getByRole('textbox', { name: 'Allowed addresses' })
      await addresses.fill('127.0.0.1, 300.1.2.3')
      await dialog.getByText('“300.1.2.3” is neither an IP address nor a range.').waitFor()
      await addresses.fill('127.0.0.1, ::1')
      await expectNoFaults(page)
      // Who came by a link long ago has nothing to prove themselves by: a password is set, and the key is made.
      await pages.service.database.run(sql`update sessions set proved_at = proved_at - interval '1 hour'`)
      await dialog.getByRole('button', { name: 'Create key' }).click()
      const proof = page.getByRole('dialog', { name: 'Confirm it is you' })
      await proof.getByLabel('New password').fill('a cellar full of barrels')
      await expectNoFaults(page, { refused: [403] })
      await proof.getByRole('button', { name: 'Set the password and go on' }).click()
      await page.getByRole('dialog', { name: 'Copy your key now' }).waitFor()
      await expectNoFaults(page, { refused: [403] })
      const api = new Client(pages.service.address, await storeSecret(page, 'Copy your key now', 'API key'))
      expect((await api.get('/me')).status).toBe(200)
      expect((await api.post('/orders', {})).body.code).toBe('insufficient_scope')

      const row = page.getByRole('row', { name: /Shop/ })
      await row.getByRole('button', { name: 'Roll' }).click()
      await page.getByRole('dialog', { name: 'Roll Shop' }).getByRole('button', { name: 'Roll' }).click()
      await page.getByText(/^The old key ends/).waitFor()
      const next = new Client(pages.service.address, await storeSecret(page, 'Copy your key now', 'API key'))
      expect((await next.get('/me')).status).toBe(200)

      await page.getByRole('row', { name: /Shop/ }).first().getByRole('button', { name: 'Revoke' }).click()
      const asked = page.getByRole('dialog', { name: 'Revoke Shop' })
      await asked.getByRole('button', { name: 'Revoke' }).click()
      await page.getByRole('cell', { name: 'Revoked' }).waitFor()
      await expectNoFaults(page, { refused: [403] })
      await untilForgotten()
      expect((await next.get('/me')).status).toBe(401)
    }

    test('events, and an endpoint that is made, tried, told of them, and told again', async () => {
      const tenant = await pages.service.tenant()
      const receiver = await receiverOf()
      const api = await tenant.key()
      const { page } = await pages.signedIn(tenant, '/console/test/developers/events')
      await eventsSeen(page, api)
      await go(page, '/console/test/developers/webhooks')
      await headed(page, 'Webhooks')
      await page.getByRole('button', { name: 'New endpoint' }).click()
      const dialog = page.getByRole('dialog', { name: 'New endpoint' })
      await dialog.getByRole('textbox', { name: 'Address' }).fill(receiver.url('/hook'))
      await dialog.getByRole('checkbox', { name: 'All events' }).uncheck()
      await dialog.getByRole('checkbox', { name: 'partner.*' }).check()
      expect(await dialog.getByRole('checkbox', { name: 'partner.created' }).isChecked()).toBe(true)
      await expectNoFaults(page)
      await dialog.getByRole('button', { name: 'Create endpoint' }).click()
      const secret = await storeSecret(page, 'Copy the signing secret now', 'Signing secret')
      await headed(page, receiver.url('/hook'))

      await page.getByRole('button', { name: 'Send test ping' }).click()
      await page
        .getByRole('region', { name: 'Test result' })
        .getByText(/^200 in/)
        .waitFor()
      await expectNoFaults(page)
      await checkSignatureOf(page, receiver, secret)

      receiver.behave({ status: 500 })
      expect((await api.post('/partners', { name: 'Hospoda' })).status).toBe(201)
      await page.getByRole('tab', { name: 'Deliveries' }).click()
      const path = new URL(page.url()).pathname.split('/').at(-1)!
      await until(
        () => api.get(`/webhook-endpoints/${path}/deliveries`),
        ({ body }) => body.data[0]?.status === 'retrying',
      )
      receiver.behave({})
      // Attempts that were under way when the fiftieth failed.
      await pages.service.database.run(sql`update webhook_endpoints set consecutive_failures = 56 where id = ${path}`)
      await page.reload()
      const health = page.getByRole('region', { name: 'Health' })
      await health.getByText('56 off at 50').waitFor()
      const deliveries = page.getByRole('table', { name: 'Deliveries' })
      await deliveries.getByRole('link', { name: 'partner.created' }).click()
      const delivery = page.getByRole('dialog', { name: 'Delivery' })
      await delivery.getByRole('table', { name: 'Attempts' }).getByText('http_500').waitFor()
      await expectNoFaults(page)
      await delivery.getByRole('button', { name: 'Retry' }).click()
      await until(
        () => api.get(`/webhook-endpoints/${path}/deliveries`),
        ({ body }) => body.data[0]?.status === 'succeeded',
      )
      await delivery.getByRole('button', { name: 'Close' }).click()
      await page.getByRole('button', { name: 'More actions' }).click()
      await page.getByRole('menuitem', { name: 'Replay' }).click()
      const replay = page.getByRole('dialog', { name: 'Replay' })
      await replay.getByRole('textbox', { name: 'After event number' }).fill('0')
      const { length } = (await api.get('/events?types=partner.created')).body.data
      await replay.getByText(`${length} events will be sent again.`).waitFor()
      // Without a number the rehearsal is refused.
      await expectNoFaults(page, { refused: [422] })
    })

    /** What the receiver got of the ping fits, and does not with another body. */
    async function checkSignatureOf(page: Page, receiver: Receiver, secret: string) {
      const { headers, body } = receiver.received.at(-1)!
      await page.getByRole('tab', { name: 'Check a signature' }).click()
      await page.getByRole('textbox', { name: 'Signing secret' }).fill(secret)
      const names = ['webhook-id', 'webhook-timestamp', 'webhook-signature']
      await page
        .getByRole('textbox', { name: 'Headers' })
        .fill(names.map(name => `${name}: ${headers[name]}`).join('\n'))
      await page.getByRole('textbox', { name: 'Body as it came' }).fill(String(body))
      await page.getByRole('button', { name: 'Check' }).click()
      await page.getByText('The signature fits.').waitFor()
      await page.getByRole('textbox', { name: 'Body as it came' }).fill('{}')
      await page.getByRole('button', { name: 'Check' }).click()
      await page.getByText(/^It does not fit/).waitFor()
      await expectNoFaults(page)
    }

    /** They come by themselves and lead to their record. */
    async function eventsSeen(page: Page, api: Client) {
      await headed(page, 'Events')
      await page.getByText('Nothing has happened yet.').waitFor()
      const link = page.getByRole('table', { name: 'Events' }).getByRole('link', { name: 'partner.created' })
      // What happens before the page listens is not told to it.
      await until(
        () => api.post('/partners', { name: 'Hospoda' }),
        () =>
          link
            .first()
            .waitFor({ timeout: 2_000 })
            .then(
              () => true,
              () => false,
            ),
      )
      await expectNoFaults(page)
      await link.first().click()
      await headed(page, /^Event \d/)
      await page.getByRole('link', { name: 'Partner Hospoda' }).waitFor()
      await expectNoFaults(page)
    }

    /** A refused one leads to its error. */
    async function callsListed(tenant: TestTenant, page: Page, person: Person) {
      const api = await tenant.key()
      const refused = await api.post('/partners', { nonsense: true })
      await until(
        () => person.get('/settings/requests?status=refused'),
        ({ body }) => body.data.some(({ path }: { path: string }) => path === '/api/v1/partners'),
      )
      await go(page, '/console/test/developers')
      await page.getByRole('table', { name: 'Newest refusals' }).waitFor()
      await expectNoFaults(page, { refused: [403] })
      await page.getByRole('link', { name: 'All requests' }).click()
      await headed(page, 'Requests')
      await page.getByRole('button', { name: 'Refused' }).click()
      await page.getByRole('table', { name: 'Requests' }).waitFor()
      await expectNoFaults(page, { refused: [403] })
      await page.getByRole('link', { name: 'POST /api/v1/partners' }).click()
      await headed(page, 'POST /api/v1/partners')
      await page.getByRole('link', { name: new RegExp(refused.body.code) }).waitFor()
      await page.getByRole('button', { name: 'Copy as curl' }).waitFor()
      await expectNoFaults(page, { refused: [403] })
    }

    /** And emptied, after a typed word, in Czech too. */
    async function sandboxFilled(tenant: TestTenant, page: Page, person: Person) {
      await go(page, '/console/test/developers')
      await headed(page, 'Developers')
      await page.getByRole('button', { name: 'Seed' }).click()
      const dialog = page.getByRole('dialog', { name: 'Fill the sandbox' })
      await dialog.getByRole('textbox', { name: 'Type sandbox to confirm' }).fill('sandbox')
      await expectNoFaults(page, { refused: [403] })
      await dialog.getByRole('button', { name: 'Fill the sandbox' }).click()
      await dialog.waitFor({ state: 'detached' })
      expect((await person.get('/partners')).body.data.length).toBeGreaterThan(0)
      const czech = await pages.signedIn(tenant, '/console/test/developers?sandbox=reset', {
        locale: 'cs-CZ',
        hasTouch: true,
      })
      const asked = czech.page.getByRole('dialog', { name: 'Vyprázdnit zkušební knihu' })
      await asked.getByRole('textbox', { name: 'Pro potvrzení napište zkouška' }).fill('zkouška')
      await asked.getByRole('button', { name: 'Smazat vše ve zkušební knize' }).click()
      await asked.waitFor({ state: 'detached' })
      expect((await person.get('/partners')).body.data).toEqual([])
    }
  },
  options,
)
