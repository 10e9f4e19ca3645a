/** What a person can mend is one line; anything else is a fault of ours and shows its stack. */
import { EmbeddedPostgresError } from '../../db/embedded/index.ts'
import { MigrationError } from '../../db/migrate.ts'
import { AccountRefusal } from '../../domains/accounts/actions.ts'
import { ListenError, StoreError, WorkerError } from '../database.ts'

const expected = [EmbeddedPostgresError, MigrationError, AccountRefusal, ListenError, StoreError, WorkerError]

export const isExpected = (error: unknown): boolean => expected.some(kind => error instanceof kind)
