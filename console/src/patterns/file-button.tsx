/** A button that fetches a paper of the service; a refusal is told where it stands. */
import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Button } from '../kit/button.tsx'
import { toast } from '../kit/toast.tsx'
import { openFile, saveFile } from './files.ts'
import { ProblemAlert } from './problem.tsx'

interface FileButtonProps {
  path: string
  /** Opened in a tab, or in a window beside this one, or saved. */
  how: 'open' | 'beside' | 'save'
  children: ReactNode
}

export function FileButton({ path, how, children }: FileButtonProps) {
  const fetching = useMutation({
    mutationFn: () => (how === 'save' ? saveFile(path) : openFile(path, how === 'open' ? 'tab' : how)),
    onError: error => toast(<ProblemAlert error={error} />, 'bad'),
  })
  return (
    <Button isOff={fetching.isPending} onClick={() => fetching.mutate()}>
      {children}
    </Button>
  )
}
