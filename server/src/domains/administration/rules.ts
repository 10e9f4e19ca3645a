/** What a person may not change about people by way of the settings. */
import type { Caller } from '../../kernel/caller.ts'
import type { Plan, Refusal, Settings } from '../../kernel/settings.ts'

interface KnownPerson {
  email: string
  role: string
}

const sameEmail = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase()

/** People belong to both books, so they are changed under the lock of one of them, the live one. */
export const refusePeople =
  ({ book, owner }: Caller, known: readonly KnownPerson[], wanted: Settings) =>
  ({ changes }: Plan): Refusal[] => {
    const reasonOf = (email: string): string | undefined => {
      if (!book.isLive) return 'People belong to the whole account. Change them in the live book.'
      if (sameEmail(email, owner.email)) return 'Nobody changes their own role or rights.'
      const isOwner = [...known, ...(wanted.users ?? [])].some(
        person => sameEmail(person.email, email) && person.role === 'owner',
      )
      return isOwner && owner.role !== 'owner' ? 'Only an owner makes or changes owners.' : undefined
    }
    return changes.flatMap(({ section, key }) => {
      const reason = section === 'users' ? reasonOf(key) : undefined
      return reason === undefined ? [] : [{ section, key, reason }]
    })
  }
