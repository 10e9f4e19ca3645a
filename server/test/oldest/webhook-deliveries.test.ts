/** `api/webhook-deliveries` on the oldest PostgreSQL we support. */
import { onOldest } from '../support/service.ts'

await onOldest(() => import('../api/webhook-deliveries.test.ts?oldest'))
