/** `api/isdoc-order` on the oldest PostgreSQL we support. */
import { onOldest } from '../support/service.ts'

await onOldest(() => import('../api/isdoc-order.test.ts?oldest'))
