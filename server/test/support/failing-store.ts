/** A storage that fails when a test says so, over the sound one of a service that other files share. */
import { afterAll, beforeAll } from 'vitest'
import type { FileStore } from '../../src/storage/store.ts'
import type { Service } from './service.ts'

/** For the tests of this file: those of the next one find the sound storage again. */
export function useFailingStore(service: Service, over: (sound: FileStore) => FileStore): void {
  let sound: FileStore | undefined
  beforeAll(() => {
    sound = { ...service.fileStore }
    Object.assign(service.fileStore, over(sound))
  })
  afterAll(() => {
    Object.assign(service.fileStore, sound)
  })
}
