/** What `--to`, `--from` and BACKUP_TO name. */
import { statSync } from 'node:fs'
import path from 'node:path'
import type { S3Settings } from '../storage/s3-bucket.ts'
import { filePlace, folderShelf } from './file-place.ts'
import { type BackupPlace, backupName, type Shelf } from './place.ts'
import { BackupRefusal } from './refusal.ts'
import { s3Place, s3Shelf } from './s3-place.ts'

interface Address {
  settings: S3Settings
  key: string
}

/** The credentials are those of the file storage, the bucket may be another. */
function s3Address(text: string, s3: S3Settings | undefined): Address | undefined {
  if (!text.startsWith('s3://')) return undefined
  const [, bucket, key] = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])\/?(.*)$/.exec(text) ?? []
  if (!bucket) throw new BackupRefusal(`${text} is no address of S3: write s3://bucket/key, or s3://bucket/folder/.`)
  if (!s3) {
    throw new BackupRefusal(
      `${text} needs S3_ENDPOINT, S3_REGION, S3_BUCKET, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY.`,
    )
  }
  return { settings: { ...s3, bucket }, key: key! }
}

const isFolder = (text: string): boolean =>
  text.endsWith('/') || (statSync(text, { throwIfNoEntry: false })?.isDirectory() ?? false)

/** Several backups, each under a name with its time. */
export function shelfAt(text: string, s3: S3Settings | undefined): Shelf {
  const address = s3Address(text, s3)
  if (!address) return folderShelf(path.resolve(text))
  return s3Shelf(address.settings, address.key === '' || address.key.endsWith('/') ? address.key : `${address.key}/`)
}

interface Naming {
  s3: S3Settings | undefined
  nowMs: number
  isSealed: boolean
  /** How its name begins. */
  of?: string
}

export function placeToWrite(text: string, { s3, nowMs, isSealed, of }: Naming): BackupPlace {
  const address = s3Address(text, s3)
  const isShelf = address ? address.key === '' || address.key.endsWith('/') : isFolder(text)
  if (isShelf) return shelfAt(text, s3).place(backupName(nowMs, isSealed, of))
  return address ? s3Place(address.settings, address.key) : filePlace(path.resolve(text))
}

/** The newest one of a folder. */
export async function placeToRead(text: string, s3: S3Settings | undefined): Promise<BackupPlace> {
  const address = s3Address(text, s3)
  const isShelf = address ? address.key === '' || address.key.endsWith('/') : isFolder(text)
  if (!isShelf) return address ? s3Place(address.settings, address.key) : filePlace(path.resolve(text))
  const shelf = shelfAt(text, s3)
  const newest = (await shelf.list()).at(-1)
  if (newest === undefined) throw new BackupRefusal(`There is no backup in ${text}.`)
  return shelf.place(newest)
}
