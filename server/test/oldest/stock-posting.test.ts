/** `api/stock-posting` on the oldest PostgreSQL we support. */
import { onOldest } from '../support/service.ts'

await onOldest(() => import('../api/stock-posting.test.ts?oldest'))
