/** The catalogue of problems against the contract's table, and the documents clients receive. */

import { Ajv2020 } from 'ajv/dist/2020.js'
import ajvFormats from 'ajv-formats'
import { describe, expect, test } from 'vitest'
import {
  isProblemCode,
  Problem,
  type ProblemCode,
  type ProblemRow,
  problem,
  problemCatalogue,
  problemCodes,
  problemDocument,
  problemSchema,
  problemSpec,
  rowCodes,
  validationFailed,
} from '../../src/contract/problems.ts'
import { describeMembers, errorsReference } from '../../src/describe/reference.ts'

/** Written out from the contract, so that a code cannot disappear or change its status unseen. */
const contractCodes: Record<string, number> = {
  invalid_idempotency_key: 400,
  unauthenticated: 401,
  account_locked: 403,
  addon_required: 403,
  excise_not_enabled: 403,
  forbidden: 403,
  insufficient_scope: 403,
  ip_not_allowed: 403,
  module_not_enabled: 403,
  not_found: 404,
  unknown_action: 404,
  conflict: 409,
  duplicate: 409,
  duplicate_ico: 409,
  equipment_occupied: 409,
  excise_reported: 409,
  external_ref_conflict: 409,
  idempotency_in_progress: 409,
  inventory_locked: 409,
  invalid_transition: 409,
  invoiced_period: 409,
  item_not_in_stock: 409,
  no_keg_tapped: 409,
  receipt_has_allocations: 409,
  repack_pair_cancel_required: 409,
  reserved_by_other: 409,
  sale_kegs_partially_returned: 409,
  settlement_failed: 409,
  step_handed_over: 409,
  step_not_external: 409,
  step_not_waiting: 409,
  submission_blocked: 409,
  transfer_blocked: 409,
  events_expired: 410,
  stale_version: 412,
  payload_too_large: 413,
  account_required: 422,
  cash_desk_required: 422,
  currency_not_supported: 422,
  endpoint_limit: 422,
  idempotency_key_reused: 422,
  invalid_amount: 422,
  invalid_url: 422,
  item_not_available_at_pos: 422,
  measurement_type_ambiguous: 422,
  measurement_value_required: 422,
  missing_exchange_rate: 422,
  no_file: 422,
  no_lines: 422,
  overpay: 422,
  packaging_return_exceeds_balance: 422,
  partner_limit: 422,
  payment_amount_mismatch: 422,
  payment_method_not_supported: 422,
  quantity_scale: 422,
  recipe_unit_dimension_mismatch: 422,
  shop_required: 422,
  storage_limit_exceeded: 422,
  system_warehouse: 422,
  unit_mismatch: 422,
  unit_not_available: 422,
  unknown_field: 422,
  unsupported_format: 422,
  validation_failed: 422,
  warehouse_required: 422,
  rate_limited: 429,
  internal_error: 500,
  upload_failed: 502,
  api_unavailable: 503,
  webhooks_not_configured: 503,
  unsupported_document_type: 422,
  invalid_xml: 422,
  no_invoice_in_archive: 422,
  file_too_large: 422,
  no_finance_module: 422,
}

/** Every code that adds members, with the members; a question mark stands for an optional one. */
const contractMembers: Record<string, string[]> = {
  insufficient_scope: ['required_scopes'],
  conflict: ['reason?', 'params?', 'existing_id?', 'blockers?'],
  duplicate: ['existing_id'],
  duplicate_ico: ['existingName', 'existing_id'],
  equipment_occupied: ['blockers'],
  external_ref_conflict: ['existing_id'],
  settlement_failed: ['existing_id', 'failure'],
  invalid_transition: ['allowed_actions', 'reason?'],
  transfer_blocked: ['blockers'],
  events_expired: ['oldest_sequence', 'latest_sequence'],
  stale_version: ['current_etag'],
  idempotency_key_reused: ['original_request'],
  no_keg_tapped: ['field?'],
  payment_amount_mismatch: ['expected_amount'],
  item_not_available_at_pos: ['field?'],
  item_not_in_stock: ['reason?', 'params?', 'blockers'],
  measurement_type_ambiguous: ['field?'],
  measurement_value_required: ['field?'],
  packaging_return_exceeds_balance: ['balances?', 'limit?'],
  quantity_scale: ['field?'],
  unit_mismatch: ['expected_unit', 'field?'],
  unit_not_available: ['field?', 'available_units?'],
  no_lines: ['reason?', 'params?'],
  overpay: ['reason?', 'params?', 'amount_remaining'],
}

const at = { baseUrl: 'https://books.example', requestId: '01890000-0000-7000-8000-000000000001' }
const id = '01890000-0000-7000-8000-000000000002'
const kilogram = { id, code: 'kg', symbol: 'kg', dimension: 'weight', decimals: null } as const

const ajv = new Ajv2020({ strict: false })
ajvFormats.default(ajv)

const faultsOf = (code: ProblemCode | undefined, document: unknown): string | null =>
  ajv.validate(problemSchema(code), document) ? null : ajv.errorsText()

const row = (field: string, code: ProblemRow['code']): ProblemRow => ({ field, code, message: 'Because.' })

describe('the catalogue', () => {
  test('holds exactly the codes of the contract, with their statuses', () => {
    const statuses = Object.fromEntries(problemCodes.map(code => [code, problemSpec(code).status]))
    expect(statuses).toEqual(contractCodes)
  })

  test('says what happened and what to do, in whole sentences', () => {
    for (const code of problemCodes) {
      const { title, explanation, cure } = problemSpec(code)
      expect(title, code).toMatch(/^\S.*[^.]$/)
      expect(title.length, code).toBeLessThanOrEqual(50)
      for (const text of [explanation, cure]) expect(text, code).toMatch(/^[A-Z"].{15,}\.$/)
    }
  })

  test('adds exactly the declared members', () => {
    const members = problemCodes.map(
      code => [code, describeMembers(code).map(each => each.name + (each.isOptional ? '?' : ''))] as const,
    )
    expect(Object.fromEntries(members.filter(([, names]) => names.length > 0))).toEqual(contractMembers)
  })

  test('has no member that would shadow the document or an option', () => {
    const taken = ['type', 'title', 'status', 'code', 'detail', 'instance', 'errors', 'headers', 'rows']
    for (const code of problemCodes) {
      for (const { name } of describeMembers(code)) expect(taken, `${code} ${name}`).not.toContain(name)
    }
  })

  test('knows its own codes only', () => {
    expect(isProblemCode('not_found')).toBe(true)
    expect(isProblemCode('constructor')).toBe(false)
    expect(isProblemCode('teapot')).toBe(false)
  })

  test('holds exactly the row codes of the contract', () => {
    expect(Object.keys(rowCodes)).toEqual([
      'entity_pair_required',
      'exactly_one_of',
      'invalid_reference',
      'not_allowed',
      'required',
      'unexpected_field',
      'unit_required',
      'unknown_event_type',
      'unknown_field',
    ])
  })
})

describe('problem', () => {
  test('is an error with the status of its code, its members and its headers', () => {
    const refusal = problem('external_ref_conflict', {
      existing_id: id,
      detail: 'Taken by an order.',
      headers: { Location: `/api/v1/orders/${id}` },
    })
    expect(refusal).toBeInstanceOf(Problem)
    expect(refusal).toBeInstanceOf(Error)
    expect(refusal).toMatchObject({
      name: 'Problem',
      code: 'external_ref_conflict',
      status: 409,
      detail: 'Taken by an order.',
      message: 'external_ref_conflict: Taken by an order.',
      members: { existing_id: id },
      rows: [],
      headers: { Location: `/api/v1/orders/${id}` },
    })
  })

  test('says its title when it has no detail', () => {
    expect(problem('not_found').message).toBe('not_found: Not found')
    expect(problem('not_found').headers).toEqual({})
  })

  test('asks the compiler for the members of its code', () => {
    // @ts-expect-error the existing id is required
    problem('external_ref_conflict')
    // @ts-expect-error a unit is an object
    problem('unit_mismatch', { expected_unit: 'kg' })
    // @ts-expect-error the code has no such member
    problem('not_found', { existing_id: id })
    // @ts-expect-error rows are required
    problem('validation_failed')
    // @ts-expect-error only two codes carry rows
    problem('not_found', { rows: [] })
    // @ts-expect-error there is no such code
    expect(() => problem('teapot')).toThrow()
    expect(problem('conflict').members).toEqual({})
  })
})

describe('validationFailed', () => {
  test('is unknown_field when nothing else is wrong', () => {
    const refusal = validationFailed([row('colour', 'unknown_field'), row('size', 'unknown_field')])
    expect(refusal.code).toBe('unknown_field')
    expect(refusal.rows).toHaveLength(2)
  })

  test('is validation_failed as soon as one row is another fault, and keeps all rows', () => {
    const rows = [row('colour', 'unknown_field'), row('name', 'required')]
    expect(validationFailed(rows)).toMatchObject({ code: 'validation_failed', status: 422, rows })
  })

  test('keeps the first 100 rows, and judges by all of them', () => {
    const unknown = Array.from({ length: 150 }, (_, index) => row(`extra_${index}`, 'unknown_field'))
    expect(validationFailed(unknown).rows).toEqual(unknown.slice(0, 100))
    expect(validationFailed([...unknown, row('name', 'required')]).code).toBe('validation_failed')
  })

  test('refuses to be made of nothing', () => {
    expect(() => validationFailed([])).toThrow('at least one row')
  })
})

describe('problemDocument', () => {
  test('has type, title, status, code and instance, and nothing that is not there', () => {
    expect(problemDocument(problem('not_found'), at)).toEqual({
      type: 'https://books.example/developers#errors-not_found',
      title: 'Not found',
      status: 404,
      code: 'not_found',
      instance: at.requestId,
    })
  })

  test('adds detail, rows and members where they exist', () => {
    const mismatch = problem('unit_mismatch', { expected_unit: kilogram, field: 'lines[3].unit', detail: 'Sent l.' })
    expect(problemDocument(mismatch, at)).toMatchObject({
      detail: 'Sent l.',
      expected_unit: kilogram,
      field: 'lines[3].unit',
    })
    const rows = [row('name', 'required')]
    expect(problemDocument(validationFailed(rows), at)).toMatchObject({ code: 'validation_failed', errors: rows })
  })

  test('does not tell the client the headers or the stack', () => {
    const refusal = problem('rate_limited', { headers: { 'Retry-After': '7' } })
    expect(Object.keys(problemDocument(refusal, at))).toEqual(['type', 'title', 'status', 'code', 'instance'])
  })
})

describe('problemSchema', () => {
  const shortage = { line_id: id, item_id: id, requested: '5', available: '2.5', unit: kilogram }
  const refusals = [
    problem('not_found', { detail: 'No such order.' }),
    problem('insufficient_scope', { required_scopes: ['sales:read'] }),
    problem('duplicate_ico', { existingName: 'Hop & Malt', existing_id: id }),
    problem('invalid_transition', { allowed_actions: [], reason: 'EXPORTED' }),
    problem('conflict', { blockers: [shortage] }),
    problem('conflict', { blockers: [{ object: 'goods_receipt', id, status: 'confirmed', number: 'GR202600001' }] }),
    problem('transfer_blocked', {
      blockers: [{ code: 'insufficient_stock', ...shortage }, { code: 'same_warehouse' }],
    }),
    problem('events_expired', { oldest_sequence: 12, latest_sequence: 40 }),
    problem('stale_version', { current_etag: 'W/"7"' }),
    problem('idempotency_key_reused', {
      original_request: { id, method: 'POST', path: '/api/v1/orders', at: '2026-09-17T10:00:00.000Z' },
    }),
    problem('payment_amount_mismatch', { expected_amount: '125.00' }),
    problem('unit_mismatch', { expected_unit: kilogram }),
    validationFailed([row('', 'not_allowed')]),
  ]

  test.each(refusals.map(refusal => [refusal.code, refusal] as const))(
    '%s: describes its document',
    (code, refusal) => {
      const document = problemDocument(refusal, at)
      expect(faultsOf(code, document)).toBeNull()
      expect(faultsOf(undefined, document)).toBeNull()
    },
  )

  test('refuses another code, another status, a missing member, a stray member and missing rows', () => {
    const document = problemDocument(problem('external_ref_conflict', { existing_id: id }), at)
    const { existing_id: _, ...withoutMember } = document
    expect(faultsOf('not_found', document)).not.toBeNull()
    expect(faultsOf('external_ref_conflict', { ...document, status: 400 })).toContain('status')
    expect(faultsOf('external_ref_conflict', withoutMember)).toContain('existing_id')
    expect(faultsOf('external_ref_conflict', { ...document, stray: 1 })).toContain('additional properties')
    expect(faultsOf(undefined, { ...document, code: 'teapot' })).toContain('code')
    const { errors: __, ...withoutRows } = problemDocument(validationFailed([row('name', 'required')]), at)
    expect(faultsOf('validation_failed', withoutRows)).toContain('errors')
  })
})

test('the reference page has a section and a line for every code, and keeps placeholders visible', () => {
  const page = errorsReference()
  expect(page.startsWith('<!-- Generated by npm run generate. Do not edit. -->\n')).toBe(true)
  for (const code of problemCodes) {
    expect(page).toContain(`\n### ${code}\n`)
    expect(page).toContain(`| [\`${code}\`](#${code}) | ${problemCatalogue[code].status} |`)
  }
  for (const code of Object.keys(rowCodes)) expect(page).toContain(`\n| \`${code}\` |`)
  expect(page).toContain('Bearer &lt;API_KEY>')
  expect(page).toContain('- `reason` (optional): EXPORTED or CANCELLED')
})
