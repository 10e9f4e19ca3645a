/** A fault of the storage in the words of the API. */
import { problem } from '../../../contract/problems.ts'
import { StorageFault } from '../../../storage/store.ts'

export async function withStorage<T>(work: Promise<T>, detail?: string): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (error instanceof StorageFault) throw problem('upload_failed', detail === undefined ? {} : { detail })
    throw error
  }
}
