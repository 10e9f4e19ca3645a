/** Whether two secrets are the same, told in the same time whatever they are. */
import { createHash, timingSafeEqual } from 'node:crypto'

const digest = (text: string) => createHash('sha256').update(text).digest()

export const isSameSecret = (sent: string, known: string): boolean => timingSafeEqual(digest(sent), digest(known))
