/** What a person can mend is one line; anything else is a fault of ours and shows its stack. */
import { BackupRefusal } from '../../backup/refusal.ts'
import { EmbeddedPostgresError } from '../../db/embedded/index.ts'
import { MigrationError } from '../../db/migrate.ts'
import { AccountRefusal } from '../../domains/accounts/actions.ts'
import { StorageFault } from '../../storage/store.ts'
import { ListenError, StoreError, WorkerError } from '../database.ts'

const expected = [
  BackupRefusal,
  StorageFault,
  EmbeddedPostgresError,
  MigrationError,
  AccountRefusal,
  ListenError,
  StoreError,
  WorkerError,
]

export const isExpected = (error: unknown): boolean => expected.some(kind => error instanceof kind)
