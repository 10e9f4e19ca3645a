/** A small picture kept as text, such as a logo: chosen as a file, made as small as it has to be, and shown. */
import { useState } from 'react'
import { Button } from '../kit/button.tsx'
import { Group } from '../kit/choices.tsx'
import type { FieldProps } from '../kit/field.tsx'
import { FileInput } from '../kit/file-input.tsx'
import { useWords } from '../words/use-words.ts'
import './picture-field.css'

interface PictureFieldProps extends FieldProps {
  /** A data URI, or nothing. */
  value: string
  onChange: (value: string) => void
}

export function PictureField({ label, path, value, onChange }: PictureFieldProps) {
  const { form } = useWords('frame')
  const [isUnread, setUnread] = useState(false)
  const take = async ([file]: File[]) => {
    if (!file) return
    const read = await smallEnough(file).catch(() => undefined)
    setUnread(read === undefined)
    if (read !== undefined) onChange(read)
  }
  return (
    <Group label={label} {...(path !== undefined && { path })}>
      <div className="picture-field">
        {value && <img src={value} alt={label} />}
        <FileInput accept="image/png,image/jpeg,image/webp" onFiles={files => void take(files)}>
          {form.choosePicture}
        </FileInput>
        {value && <Button onClick={() => onChange('')}>{form.remove}</Button>}
      </div>
      {isUnread && (
        <p className="field-fault" role="alert">
          {form.noPicture}
        </p>
      )}
    </Group>
  )
}

/** What the service takes is twice as large; papers show two inches of it. */
const maxSide = 600
const maxBytes = 200_000

async function smallEnough(file: File): Promise<string> {
  const picture = await createImageBitmap(file)
  const side = Math.max(picture.width, picture.height)
  if (side <= maxSide && file.size <= maxBytes && /^image\/(png|jpeg)$/.test(file.type)) return dataUriOf(file)
  const canvas = document.createElement('canvas')
  const scale = Math.min(1, maxSide / side)
  canvas.width = Math.max(1, Math.round(picture.width * scale))
  canvas.height = Math.max(1, Math.round(picture.height * scale))
  const pen = canvas.getContext('2d')!
  pen.drawImage(picture, 0, 0, canvas.width, canvas.height)
  const drawn = canvas.toDataURL('image/png')
  if (drawn.length * 0.75 <= maxBytes) return drawn
  // A photograph: on paper, behind everything, there is white.
  pen.globalCompositeOperation = 'destination-over'
  pen.fillStyle = '#fff'
  pen.fillRect(0, 0, canvas.width, canvas.height)
  return canvas.toDataURL('image/jpeg', 0.85)
}

const dataUriOf = (file: File): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(file)
  })
