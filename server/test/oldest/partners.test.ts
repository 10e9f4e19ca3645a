/** `api/partners` on the oldest PostgreSQL we support. */
import { onOldest } from '../support/service.ts'

await onOldest(() => import('../api/partners.test.ts?oldest'))
