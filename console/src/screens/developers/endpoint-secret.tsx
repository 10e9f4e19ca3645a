/** The signing secret of an endpoint, shown once. */
import type { ReactNode } from 'react'
import { SecretDialog } from '../../kit/secret.tsx'
import { useWords } from '../../words/use-words.ts'

interface EndpointSecretProps {
  secret: string
  onDone: () => void
  children?: ReactNode
}

export function EndpointSecret({ secret, onDone, children }: EndpointSecretProps) {
  const { secret: words } = useWords('webhooks')
  return (
    <SecretDialog
      title={words.title}
      label={words.label}
      secret={secret}
      stored={words.stored}
      onDone={onDone}
      forms={[{ label: words.env, text: `CELLARBOOK_WEBHOOK_SECRET=${secret}` }]}
    >
      {children}
    </SecretDialog>
  )
}
