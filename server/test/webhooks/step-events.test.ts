/** Events of workflow steps carry a document: an endpoint whose key may not read it is told of the step alone. */
import { expect, test } from 'vitest'
import { expectWholeChain, useSharedWebhooks } from '../support/webhooks.ts'
import { lab, stepBook } from '../support/workflow.ts'

const { service, hook: newHook } = useSharedWebhooks()

test('whole for a key that reads steps and their document, redacted for one that lacks either', async () => {
  const book = await stepBook(service)
  await book.define(lab)
  const keyed = async (...scopes: ('workflow:write' | 'brewery:read')[]) => {
    const api = await book.tenant.key({ scopes: ['webhooks:manage', 'events:read', ...scopes] })
    return { api, hook: await newHook(api, { types: ['workflow.*'] }) }
  }
  const both = await keyed('workflow:write', 'brewery:read')
  const withoutDocument = await keyed('workflow:write')
  const withoutStep = await keyed('brewery:read')
  const { id } = await book.lagering()
  const [step] = await book.steps(id)
  await book.drive(step.id, 'wait')
  await book.drive(step.id, 'complete')

  for (const { api, hook } of [both, withoutDocument, withoutStep]) {
    const got = (await hook.gets(3)).map(({ body }) => JSON.parse(body.toString()))
    expect(got.map(({ type }) => type)).toEqual([
      'workflow.step_called',
      'workflow.step_waiting_external',
      'workflow.step_completed_external',
    ])
    // The bytes of a delivery are those the log shows to the same key.
    const logged = (await api.get('/events?since_sequence=0&types=workflow.*')).body.data
    expect(got).toEqual(logged)
    expectWholeChain(hook.got)
    for (const { data, redacted } of got) {
      const isWhole = api === both.api
      expect(redacted).toBe(isWhole ? undefined : true)
      if (isWhole) expect(data.object.payload.document).toMatchObject({ object: 'batch', id })
      else expect(data).toEqual({ object: { object: 'workflow_step', id: step.id } })
    }
  }
})
