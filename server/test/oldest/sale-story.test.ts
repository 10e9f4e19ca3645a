/** `api/sale-story` on the oldest PostgreSQL we support. */
import { onOldest } from '../support/service.ts'

await onOldest(() => import('../api/sale-story.test.ts?oldest'))
