/** A partner that wants to be forgotten: replaced everywhere but in what was issued, by owners and admins, and told. */
import { describe, expect, test } from 'vitest'
import { sql } from '../../src/db/sql.ts'
import { newId } from '../../src/lib/ids.ts'
import { Refusal, toolsAt } from '../../src/process/cli/command.ts'
import { partnerErase, personExport } from '../../src/process/cli/privacy-commands.ts'
import { changeUser, peopleService, signInByLink } from '../support/person.ts'
import { useService } from '../support/service.ts'

const service = useService(peopleService)

const whole = {
  name: 'Jana Nováková',
  email: 'jana@example.com',
  phone: '+420 601 123 456',
  notes: 'Calls after five.',
  address: { street: 'Dlouhá 1', city: 'Praha', zip: '11000' },
}

async function furnished() {
  const tenant = await service.tenant()
  const person = await signInByLink(service, tenant.slug, 'test')
  const { body: partner } = await person.post('/partners', whole)
  await person.post(`/partners/${partner.id}/contacts`, {
    name: 'Petr Novák',
    email: 'petr@example.com',
    notes: 'Son.',
  })
  return { tenant, person, partner }
}

describe('POST /settings/partners/{id}/erase', () => {
  test('200: name, numbers, contacts and notes are gone, open documents follow, and it is told once', async () => {
    const { tenant, person, partner } = await furnished()
    const { body: order } = await person.post('/orders', { partner_id: partner.id })
    const { status, body } = await person.post(`/settings/partners/${partner.id}/erase`)
    expect(status).toBe(200)
    const name = `Erased ${partner.id.slice(-8)}`
    const gone = { email: null, phone: null, notes: null, address: { street: null, city: null, zip: null } }
    expect(body).toMatchObject({ id: partner.id, name, is_active: false, ...gone })
    expect((await person.get(`/partners/${partner.id}/contacts`)).body.data).toMatchObject([
      { name: 'Erased', email: null, notes: null },
    ])
    expect((await person.get('/partners?search=Novakova')).body.data).toEqual([])
    expect(JSON.stringify((await person.get(`/orders/${order.id}`)).body)).not.toContain('Nováková')
    const again = await person.post(`/settings/partners/${partner.id}/erase`)
    expect(again.body.updated_at).toBe(body.updated_at)
    const told = await service.database.many(sql`
      select e.actor_type, e.details
        from audit_entries e
        join tenants t on t.id = e.tenant_id
       where t.slug = ${tenant.slug} and e.action = 'partner.erased' and e.subject_id = ${partner.id}`)
    expect(told).toEqual([{ actor_type: 'user', details: { contacts: 1 } }])
    const events = (await person.get(`/events?types=partner.updated&object_id=${partner.id}`)).body.data
    expect(events.at(-1)).toMatchObject({ data: { object: { name, is_active: false } } })
  })

  test('200: a confirmed order keeps the name it was made with', async () => {
    const { person, partner } = await furnished()
    const { body: item } = await person.post('/items', { name: 'Beer', unit: { unit_code: 'pcs' } })
    const lines = [{ item_id: item.id, quantity: '1', unit: { unit_code: 'pcs' }, unit_price: '10' }]
    const { body: order } = await person.post('/orders', { partner_id: partner.id, lines })
    expect((await person.post(`/orders/${order.id}/actions/confirm`)).status).toBe(200)
    await person.post(`/settings/partners/${partner.id}/erase`)
    expect(JSON.stringify((await person.get(`/orders/${order.id}`)).body)).toContain(whole.name)
  })

  test('403 forbidden: for others than owners and admins; 404 not_found: no such partner', async () => {
    const { tenant, person, partner } = await furnished()
    expect((await person.post(`/settings/partners/${newId()}/erase`)).body.code).toBe('not_found')
    await changeUser(service, tenant.slug, { role: 'sales' })
    expect((await person.post(`/settings/partners/${partner.id}/erase`)).body.code).toBe('forbidden')
  })
})

describe('cellarbook partner erase', () => {
  /** The commands beside the running service: they meet it in the database alone. */
  function commands() {
    const printed: string[] = []
    const tools = {
      ...toolsAt({ say: (text: string) => printed.push(text) } as never),
      withStore: async (_purpose: string, work: (surroundings: never) => Promise<void>) =>
        work({ database: service.database } as never),
    }
    return { tools, printed }
  }

  test('what the API shows is replaced, told by the command line, and nothing is left to export', async () => {
    const { tenant, person, partner } = await furnished()
    const { tools, printed } = commands()
    const options = { tenant: tenant.slug, mode: 'test' as const, partner: partner.id, json: true }
    await personExport(tools, { email: whole.email })
    expect(printed.pop()).toContain(whole.name)
    await expect(partnerErase(tools, { ...options, mode: 'live' })).rejects.toThrow(Refusal)
    expect((await person.get(`/partners/${partner.id}`)).body.name).toBe(whole.name)
    await partnerErase(tools, options)
    const name = `Erased ${partner.id.slice(-8)}`
    expect(JSON.parse(printed.pop()!)).toEqual({ tenant: tenant.slug, mode: 'test', partner: partner.id, name })
    const shown = await person.get(`/partners/${partner.id}`)
    expect(shown.body).toMatchObject({ name, email: null, phone: null, notes: null, is_active: false })
    expect((await person.get(`/partners/${partner.id}/contacts`)).text).not.toContain('Novák')
    const entries = (await person.get(`/settings/audit?record=${partner.id}`)).body.data
    expect(entries).toMatchObject([{ action: 'partner.erased', actor: { type: 'cli' }, details: { contacts: 1 } }])
    const events = (await person.get(`/events?types=partner.updated&object_id=${partner.id}`)).body.data
    expect(events.at(-1)).toMatchObject({ data: { object: { name } } })
    await personExport(tools, { email: 'petr@example.com' }).catch(() => printed.push(''))
    expect(printed.pop()).not.toContain(`${partner.id}`)
  })
})
