/** `api/pos-sales` on the oldest PostgreSQL we support. */
import { onOldest } from '../support/service.ts'

await onOldest(() => import('../api/pos-sales.test.ts?oldest'))
