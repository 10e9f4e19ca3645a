/** The file store this installation is configured for. */
import path from 'node:path'
import { localStore } from './local.ts'
import { type S3Settings, s3Store } from './s3.ts'
import type { FileStore } from './store.ts'

export interface FileStoreSettings {
  s3: S3Settings | undefined
  dataDir: string
}

export const openFileStore = ({ s3, dataDir }: FileStoreSettings): FileStore =>
  s3 ? s3Store(s3) : localStore(path.join(dataDir, 'files'))
