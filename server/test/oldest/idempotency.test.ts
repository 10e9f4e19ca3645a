/** `api/idempotency` on the oldest PostgreSQL we support. */
import { onOldest } from '../support/service.ts'

await onOldest(() => import('../api/idempotency.test.ts?oldest'))
