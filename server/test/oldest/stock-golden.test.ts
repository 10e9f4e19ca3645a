/** `api/stock-golden` on the oldest PostgreSQL we support. */
import { onOldest } from '../support/service.ts'

await onOldest(() => import('../api/stock-golden.test.ts?oldest'))
