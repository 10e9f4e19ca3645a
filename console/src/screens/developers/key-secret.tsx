/** The key itself, shown once, ready to be pasted where it is needed. */
import type { ApiKeyActionResult, ApiKeyWriteResult } from '../../data/generated/persons.ts'
import { SecretDialog } from '../../kit/secret.tsx'
import { useFormat } from '../../words/use-format.ts'
import { useWords } from '../../words/use-words.ts'

type Made = ApiKeyWriteResult | ApiKeyActionResult

export function KeySecret({ made, onDone }: { made: Made; onDone: () => void }) {
  const { secret: words } = useWords('keys')
  const address = `${location.origin}/api/v1`
  return (
    <SecretDialog
      title={words.title}
      label={words.label}
      secret={made.secret}
      stored={words.stored}
      onDone={onDone}
      forms={[
        { label: words.env, text: `CELLARBOOK_URL=${address}\nCELLARBOOK_KEY=${made.secret}` },
        { label: words.curl, text: `curl -H "Authorization: Bearer ${made.secret}" \\\n  ${address}/me` },
      ]}
    >
      {'old_expires_at' in made && <OldKey rolled={made} />}
    </SecretDialog>
  )
}

function OldKey({ rolled }: { rolled: ApiKeyActionResult }) {
  const { roll: words } = useWords('keys')
  const { exactInstant } = useFormat()
  const isOver = Date.parse(rolled.old_expires_at) <= Date.now()
  return (
    <p>
      {isOver ? words.ended : words.until(exactInstant(rolled.old_expires_at))}{' '}
      {rolled.moved_endpoints > 0 && words.endpoints(rolled.moved_endpoints)}
    </p>
  )
}
