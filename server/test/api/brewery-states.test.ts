/** Every action of a batch in every phase, as declared. */
import { expect, test } from 'vitest'
import { actionKeys, allowedActions } from '../../src/contract/workflow.ts'
import type { BatchPhase } from '../../src/domains/brewery/batches/schema.ts'
import { batchWorkflow } from '../../src/domains/brewery/batches/workflow.ts'
import { type Brewhouse, brewhouse } from '../support/brewery.ts'
import { useService } from '../support/service.ts'
import { shared } from '../support/shared.ts'

const service = useService()
const theBook = shared(service, () => brewhouse(service))

/** A batch that is in the phase, with 100 l from fermentation on. */
async function batchIn(book: Brewhouse, phase: BatchPhase): Promise<string> {
  const path = `/batches/${(await book.batch()).body.id}`
  const vessel_id = await book.vessel()
  const body = { phase, ...(phase !== 'completed' && { vessel_id }), ...(phase !== 'brewing' && { volume_l: '100' }) }
  if (phase === 'cancelled') await book.act(path, 'cancel')
  else if (phase !== 'planned') await book.act(path, 'advance_phase', body)
  return path
}

test('each action works where it is declared and is refused elsewhere', async () => {
  const book = await theBook()
  const vessel_id = await book.vessel()
  const source = await book.fermenting('100')
  const bodies: Record<string, object> = {
    advance_phase: { phase: 'completed' },
    move: { vessel_id },
    receive_production: { quantity: '1', unit: { unit_code: 'l' } },
    record_loss: { volume_l: '1' },
    split: { volume_l: '1', vessel_id },
    blend: { from: [{ batch_id: source.id, volume_l: '1' }] },
  }
  for (const phase of batchWorkflow.states) {
    const path = await batchIn(book, phase)
    const { body: before } = await book.api.get(path)
    const allowed = allowedActions(batchWorkflow, phase, key => key !== 'undo_last' || phase !== 'planned')
    expect(before).toMatchObject({ phase, allowed_actions: allowed })
    for (const key of actionKeys(batchWorkflow)) {
      const reply = await book.api.post(`${path}/actions/${key}?dry_run=true`, bodies[key] ?? {})
      // Without a recipe there is nothing to issue.
      const done = key === 'create_material_issue' ? { code: 'no_lines' } : { object: 'batch', dry_run: true }
      const refused = { status: 409, code: 'invalid_transition', allowed_actions: allowed }
      expect(reply.body, `${key} in ${phase}`).toMatchObject(allowed.includes(key) ? done : refused)
    }
    const { data } = (await book.api.get(`${path}/actions`)).body
    const open = data
      .filter((action: { allowed: boolean; key: string }) => action.allowed)
      .map(({ key }: { key: string }) => key)
    expect(open).toEqual(allowed.filter(key => key !== 'create_material_issue'))
    expect((await book.api.get(path)).body).toEqual(before)
  }
})

test('404 unknown_action', async () => {
  const book = await theBook()
  const path = await batchIn(book, 'planned')
  for (const key of ['foo', 'constructor', 'complete'])
    expect((await book.act(path, key)).body.code, key).toBe('unknown_action')
})
