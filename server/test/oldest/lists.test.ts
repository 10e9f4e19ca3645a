/** `api/lists` on the oldest PostgreSQL we support. */
import { onOldest } from '../support/service.ts'

await onOldest(() => import('../api/lists.test.ts?oldest'))
