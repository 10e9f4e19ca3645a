/**
 * The uploaded files of the books beside the log. They never change, so each is saved once; before the service removes
 * one it is made sure of that it is here, since at some earlier moment the books named it.
 */
import type { FileStore } from '../../storage/store.ts'
import type { Shelf } from '../place.ts'
import { ThereAlready } from '../refusal.ts'
import type { Keyring } from '../sealing.ts'
import { storeBlob } from './blob.ts'
import { fileName } from './names.ts'

export interface Mirror {
  /** Those that are lost already are passed over. */
  save(key: string): Promise<void>
  has(key: string): boolean
  /** What is there, as was just seen. */
  know(keys: Iterable<string>): void
}

export function openMirror(shelf: Shelf, fileStore: FileStore, ring: Keyring | undefined): Mirror {
  const known = new Set<string>()
  return {
    has: key => known.has(key),
    know(keys) {
      known.clear()
      for (const key of keys) known.add(key)
    },
    async save(key) {
      if (known.has(key)) return
      if ((await fileStore.size(key)) === undefined) return
      const place = shelf.place(fileName(key, ring !== undefined))
      await storeBlob(place, await fileStore.read(key), ring).catch(unlessThere)
      known.add(key)
    },
  }
}

function unlessThere(error: unknown): void {
  if (!(error instanceof ThereAlready)) throw error
}

/** The same store, but nothing is removed that was not saved. */
export const guarded = (fileStore: FileStore, mirror: Mirror): FileStore => ({
  ...fileStore,
  async remove(key) {
    await mirror.save(key)
    await fileStore.remove(key)
  },
})
