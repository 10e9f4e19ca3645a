/** Identifiers: UUIDv7, so that new rows land at the end of every index. */
import { v7 } from 'uuid'

export const newId = (): string => v7()

const uuidShape = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

export const isUuid = (text: string): boolean => uuidShape.test(text)
