/** A button that asks for files. */
import type { ReactNode } from 'react'
import { buttonClass, type Look } from './button.tsx'
import './file-input.css'

interface FileInputProps {
  onFiles: (files: File[]) => void
  look?: Look
  accept?: string
  children: ReactNode
}

export function FileInput({ onFiles, look = 'normal', accept, children }: FileInputProps) {
  return (
    <label className={`${buttonClass(look)} file-input`}>
      {children}
      <input
        type="file"
        multiple
        className="unseen"
        accept={accept}
        onChange={event => {
          onFiles([...(event.target.files ?? [])])
          // The same file may be chosen again.
          event.target.value = ''
        }}
      />
    </label>
  )
}
