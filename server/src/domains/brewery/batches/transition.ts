/** What the code of an action of a batch says. */
import type { Transition } from '../../../kernel/transitions.ts'
import type { BatchPhase } from './schema.ts'
import type { Batch } from './store.ts'

export type BatchTransition = Transition<Batch, BatchPhase>
