/** The OpenAPI document and the committed reference: true to the declarations, valid, and complete. */

import { readFileSync } from 'node:fs'
import path from 'node:path'
import { BaseResolver, createConfig, lintDocument, Source } from '@redocly/openapi-core'
import { Ajv2020 } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import { describe, expect, test } from 'vitest'
import { errorsOf } from '../../src/contract/endpoint.ts'
import { eventTypes } from '../../src/contract/events.ts'
import { problem, problemDocument, problemSpec, validationFailed } from '../../src/contract/problems.ts'
import { anchorOf } from '../../src/describe/markdown.ts'
import { openApiDocument } from '../../src/describe/openapi.ts'
import { referenceFiles } from '../../src/describe/reference-files.ts'
import { serviceDocument, serviceEndpoints } from '../../src/describe/service-document.ts'
import { atOneAddress } from '../../src/kernel/addresses.ts'

const repository = path.resolve(import.meta.dirname, '../../..')

type Fields = Record<string, unknown>

const endpoints = serviceEndpoints(atOneAddress('https://books.example'))
const files = referenceFiles()
const document = openApiDocument({ endpoints, addresses: atOneAddress('https://books.example') })

const committed = JSON.parse(files.find(({ path: name }) => name === 'openapi.json')!.text)

/** Half of the document is what examples show, which is held against its schemas elsewhere; here it is a word each. */
const withShortExamples = (part: unknown, isExample = false): unknown => {
  if (Array.isArray(part)) return part.map(each => withShortExamples(each))
  if (typeof part !== 'object' || part === null) return part
  if (isExample) return 'value' in part ? { ...part, value: 'x' } : part
  return Object.fromEntries(
    Object.entries(part).map(([key, value]) => [
      key,
      key === 'examples' && !Array.isArray(value)
        ? Object.fromEntries(keysOf(value).map(name => [name, withShortExamples(value[name], true)]))
        : withShortExamples(value),
    ]),
  )
}

const operationsIn = (items: object) =>
  Object.entries(items).flatMap(([address, methods]) =>
    Object.entries(methods as Record<string, Fields>).map(([method, operation]) => ({ address, method, operation })),
  )

const operations = new Map(operationsIn(document.paths).map(({ operation }) => [operation.operationId, operation]))
const operationOf = (id: string): Fields => operations.get(id)!

/** Every `$ref`, and every target of a discriminator. */
const referencesIn = (value: unknown): string[] => {
  if (typeof value === 'string') return value.startsWith('#/components/') ? [value] : []
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(referencesIn) : []
}

const limitsNeeded: Record<string, string[]> = {
  string: ['maxLength'],
  array: ['maxItems'],
  integer: ['minimum', 'maximum'],
}

/** The places of schemas that leave open how much there may be; bytes of files are no text. */
const unlimitedIn = (value: unknown, place = ''): string[] => {
  if (typeof value !== 'object' || value === null) return []
  const fields = value as Fields
  const needed = [fields.type ?? []].flat().flatMap(type => limitsNeeded[String(type)] ?? [])
  const isBound = 'enum' in fields || 'const' in fields || fields.format === 'binary' || 'contentMediaType' in fields
  const own = !isBound && needed.some(keyword => fields[keyword] === undefined) ? [place] : []
  return [...own, ...Object.entries(fields).flatMap(([key, part]) => unlimitedIn(part, `${place}/${key}`))]
}

const keysOf = (value: unknown): string[] => Object.keys(value as object)

const at = (root: unknown, ...keys: string[]): unknown =>
  keys.reduce<unknown>((part, key) => (part as Fields | undefined)?.[key], root)

describe('the committed files', () => {
  test.each(files)('$path is what the declarations give', ({ path: name, text }) => {
    const committed = readFileSync(path.join(repository, name), 'utf8')
    expect(committed === text, `${name} differs from the declarations: run \`npm run generate\``).toBe(true)
  })

  test('hold the document the service answers with', () => {
    const served = JSON.stringify(serviceDocument(atOneAddress('http://127.0.0.1:8080')))
    expect(JSON.stringify(committed) === served, 'run `npm run generate`').toBe(true)
  })

  test('link only to headings that exist, each of them once', () => {
    const pages = files.filter(({ path: name }) => name.endsWith('.md'))
    const headings = pages.flatMap(({ path: name, text }) =>
      [...text.matchAll(/^#+ (.*)$/gm)].map(([, heading]) => `${path.basename(name)}#${anchorOf(heading!)}`),
    )
    const known = new Set(headings)
    expect(known.size).toBe(headings.length)
    const links = pages.flatMap(({ path: name, text }) =>
      [...text.matchAll(/\]\(([\w.-]*)#([^)]*)\)/g)].map(([, to, anchor]) => `${to || path.basename(name)}#${anchor}`),
    )
    expect(links.filter(link => !known.has(link))).toEqual([])
  })
})

describe('the document', () => {
  test('lints without an error or a warning', async () => {
    const config = await createConfig({
      extends: ['recommended'],
      // The service is not published under a licence, so there is none to name. Examples have a test of their own.
      rules: { 'info-license': 'off', 'no-invalid-media-type-examples': 'off' },
    })
    // Read as JSON: as YAML it would take longer than all rules together.
    const source = new Source('openapi.json', '')
    const faults = await lintDocument({
      document: { source, parsed: withShortExamples(committed) },
      externalRefResolver: new BaseResolver(config.resolve),
      config,
    })
    // The contract gives this path; ids are UUIDs, so none of them is ever `by-external-ref`.
    const isMeant = ({ ruleId, message }: (typeof faults)[number]) =>
      (ruleId === 'no-ambiguous-paths' && message.includes('/by-external-ref/')) ||
      // The bytes of an attachment are found elsewhere: its only success is a 302.
      ruleId === 'operation-2xx-response'
    expect(faults.filter(fault => !isMeant(fault)).map(({ ruleId, message }) => `${ruleId}: ${message}`)).toEqual([])
  })

  test('holds every endpoint, and nothing else', () => {
    const written = operationsIn(document.paths).map(
      ({ address, method, operation }) => `${operation.operationId} ${method.toUpperCase()} ${address}`,
    )
    expect(written.sort()).toEqual(
      endpoints.map(({ id, method, path: address }) => `${id} ${method} ${address}`).sort(),
    )
  })

  /** "Filters on every document list …, as far as the record has the field" (conventions, Lists). */
  test('filters every list of documents by the fields they have', () => {
    const filtersOf: Record<string, string[]> = {
      number: ['search'],
      status: ['status'],
      partner: ['partner_id'],
      warehouse: ['warehouse_id'],
      warehouse_id: ['warehouse_id'],
      date: ['date_from', 'date_to'],
      external_ref: ['external_ref'],
    }
    const missing = endpoints.flatMap(({ path: address, query, returns }) => {
      const row = at(returns.schema, 'properties', 'data', 'items', 'properties')
      const fields = row && at(returns.schema, 'properties', 'has_more') ? keysOf(row) : []
      const isDocument = fields.includes('number') || fields.includes('external_ref')
      if (address.includes('{') || !isDocument) return []
      const wanted = fields.flatMap(field => filtersOf[field] ?? [])
      return wanted.filter(name => !at(query, 'properties', name)).map(name => `${address} ${name}`)
    })
    expect(missing).toEqual([])
  })

  /** "Every top-level record carries `object` and `livemode`" (domain, Easy to miss); lines carry `object` alone. */
  test('shows the mode of every record', () => {
    const beside = /_line$|^(health|search_hit|document_action|measurement_point)$/
    const missing = endpoints.flatMap(({ method, path: address, access, returns }) => {
      if (access === 'public' || access.persons || address.startsWith('/reports')) return []
      const shown = at(returns.schema, 'properties', 'data', 'items') ?? returns.schema
      const object = at(shown, 'properties', 'object', 'const')
      const isRecord = typeof object === 'string' && !beside.test(object)
      return !isRecord || at(shown, 'properties', 'livemode') ? [] : [`${method} ${address} ${object}`]
    })
    expect(missing).toEqual([])
  })

  test('resolves every reference and uses every component', () => {
    const { components, ...rest } = document
    const { securitySchemes, ...referable } = components
    const used = new Set(referencesIn({ rest, referable }))
    const held = Object.entries(referable).flatMap(([section, parts]) =>
      keysOf(parts).map(name => `#/components/${section}/${name}`),
    )
    expect([...used].sort()).toEqual(held.sort())
    expect(document.security.flatMap(keysOf)).toEqual(keysOf(securitySchemes))
  })

  test('lists the scopes and codes of every endpoint', () => {
    for (const endpoint of endpoints) {
      const operation = operationOf(endpoint.id)
      const access = endpoint.access === 'public' ? { scopes: [] } : endpoint.access
      const codes = errorsOf(endpoint)
      expect(
        {
          scopes: operation['x-scopes'],
          additional: operation['x-additional-scopes'],
          security: operation.security,
          codes: (operation['x-problem-codes'] as string[]).toSorted(),
          statuses: keysOf(operation.responses).filter(status => status >= '400'),
        },
        endpoint.id,
      ).toEqual({
        scopes: access.scopes,
        additional: access.additionalScopes ?? [],
        security: endpoint.access === 'public' ? [] : undefined,
        codes: codes.toSorted(),
        statuses: [...new Set(codes.map(code => String(problemSpec(code).status)))].sort(),
      })
    }
  })

  test('announces every event type as a webhook', () => {
    expect(keysOf(document.webhooks)).toEqual([...eventTypes])
    const { requestBody, responses } = document.webhooks['partner.created']!.post!
    expect(at(requestBody, 'content', 'application/json', 'schema')).toEqual({
      $ref: '#/components/schemas/PartnerCreatedEvent',
    })
    const [event, narrowed] = document.components.schemas!.PartnerCreatedEvent!.allOf as Fields[]
    expect(event).toEqual({ $ref: '#/components/schemas/EventEnvelope' })
    expect(at(narrowed, 'properties', 'type', 'const')).toBe('partner.created')
    expect(referencesIn(narrowed)).toContain('#/components/schemas/Partner')
    expect(keysOf(responses)).toContain('2XX')
  })

  test('tells events apart by their type, each with its record', () => {
    const { oneOf, discriminator } = document.components.schemas!.Event!
    expect(keysOf(at(discriminator, 'mapping'))).toEqual([...eventTypes])
    expect(referencesIn(oneOf)).toEqual(Object.values(at(discriminator, 'mapping') as object))
    expect(at(document.components.schemas!.EventList, 'properties', 'data', 'items')).toEqual({
      $ref: '#/components/schemas/Event',
    })
  })

  test('names the actions of every record', () => {
    const open = Object.entries(document.components.schemas!).filter(([, { properties }]) =>
      keysOf(properties ?? {}).includes('allowed_actions'),
    )
    expect(open.length).toBeGreaterThan(20)
    for (const [name, schema] of open) {
      expect(at(schema, 'properties', 'allowed_actions', 'items', 'enum'), name).toEqual(expect.any(Array))
    }
    const ofOrder = at(document.components.schemas!.Order, 'properties', 'allowed_actions', 'items', 'enum')
    expect(ofOrder).toContain('start_preparation')
    expect(ofOrder).not.toContain('issue')
  })

  test('requires a body only where one must be sent', () => {
    const bodyOf = (id: string) => operationOf(id).requestBody as Fields | undefined
    expect(bodyOf('orders.actions.confirm')).toMatchObject({
      required: false,
      content: { 'application/json': { schema: { $ref: '#/components/schemas/Nothing' } } },
    })
    expect(document.components.schemas!.Nothing).toMatchObject({ type: 'object', additionalProperties: false })
    expect(bodyOf('webhookEndpoints.actions.enable')!.required).toBe(false)
    expect(bodyOf('invoices.actions.mark_paid')!.required).toBe(true)
    expect(bodyOf('posSales.actions.refund')!.required).toBe(true)
    expect(bodyOf('partners.update')!.required).toBe(true)
  })

  test('tells the defaults of bodies in words, so that no generator takes them for required', () => {
    const terms = at(document.components.schemas!.PartnerCreate, 'properties', 'payment_terms') as Fields
    expect(terms.default).toBeUndefined()
    expect(terms.description).toContain('If absent: `14`.')
  })

  test('describes what is sent as strictly as it is checked, and what is answered as open', () => {
    const { ExternalRef, ExternalRefInput } = document.components.schemas!
    expect(ExternalRefInput!.additionalProperties).toBe(false)
    expect(ExternalRef!.additionalProperties).toBeUndefined()
  })

  test('requires `created` of an action that always creates something', () => {
    const [result] = at(
      operationOf('orders.actions.create_invoice').responses,
      '200',
      'content',
      'application/json',
      'schema',
      'anyOf',
    ) as Fields[]
    const schema = document.components.schemas![String(result!.$ref).split('/').at(-1)!]!
    expect(schema.required).toContain('created')
    expect(at(schema, 'properties', 'created', 'properties', 'object', 'enum')).toEqual(['invoice'])
    expect(at(document.components.schemas!.Order, 'properties', 'created')).toBeUndefined()
  })

  test('limits every text, list and number', () => {
    expect(unlimitedIn(document)).toEqual([])
  })

  test('tells which events and which effects the dry run of an action may show', () => {
    const { responses } = document.paths['/repacks/{id}/actions/confirm']!.post!
    const [, tried] = at(responses, '200', 'content', 'application/json', 'schema', 'anyOf') as Fields[]
    const [result, common, own] = tried!.allOf as Fields[]
    const named = (name: string) => ({ $ref: `#/components/schemas/${name}` })
    expect([result, common]).toEqual([named('Repack'), named('DryRun')])
    expect(at(own, 'properties', 'effects')).toMatchObject(named('MoveEffects'))
    expect(at(own, 'properties', 'events', 'items', 'anyOf')).toEqual(
      ['StockIssueConfirmedEvent', 'GoodsReceiptConfirmedEvent', 'StockLevelChangedEvent'].map(named),
    )
  })

  test('speaks of the address it is served from', () => {
    expect(document.servers).toEqual([{ url: 'https://books.example/api/v1' }])
    expect(document.externalDocs.url).toBe('https://books.example/developers')
  })

  test('tells the refusals of one status apart by their code and members', () => {
    const ajv = new Ajv2020({ strict: false, allErrors: true })
    formats.default(ajv)
    ajv.addSchema({ ...document, $id: 'https://books.example/openapi.json' })
    const refusal = '/paths/~1partners/post/responses/422/content/application~1problem+json/schema'
    const check = ajv.compile({ $ref: `https://books.example/openapi.json#${refusal}` })
    const place = { baseUrl: 'https://books.example', requestId: 'r' }
    const row = { field: 'name', code: 'required', message: 'Required.' } as const
    expect(check(problemDocument(validationFailed([row]), place)), JSON.stringify(check.errors)).toBe(true)
    expect(check(problemDocument(problem('partner_limit'), place)), JSON.stringify(check.errors)).toBe(true)
    expect(check(problemDocument(problem('not_found'), place))).toBe(false)
    expect(check({ ...problemDocument(validationFailed([row]), place), errors: undefined })).toBe(false)
  })
})
