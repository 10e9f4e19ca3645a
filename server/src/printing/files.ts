/** How papers are handed out: the query that asks for one, and the file it comes as. */
import { Type } from 'typebox'
import { OneOf, Shape } from '../contract/schema.ts'
import type { Paper } from './paper.ts'
import type { Slip } from './slip.ts'
import { languages } from './words.ts'

/** Bytes: their media type says the rest. */
export const FileBytes = Type.Unsafe<Buffer>({ type: 'string', format: 'binary' })

export const pdfFile = { status: 200, schema: FileBytes, file: 'application/pdf' } as const

export const LanguageName = OneOf(languages)

export const PaperQuery = Shape({
  language: Type.Optional(
    Type.Unsafe<'cs' | 'en'>({ ...LanguageName, description: 'Language of the document; cs by default.' }),
  ),
})

/** Asks the printer for a paper that is in words already. */
export interface WordedPaper {
  kind: 'paper_pdf'
  paper: Paper
}

/** Asks for a slip of a cash desk. */
export interface WordedSlip {
  kind: 'slip_pdf'
  slip: Slip
}

export const attachmentHeader = (name: string) => ({ 'Content-Disposition': `attachment; filename="${name}"` })

/** The name a paper is saved under; a draft has no number yet. */
export const fileName = (number: string | null, id: string, ending: string): string =>
  `${(number ?? `draft-${id}`).replace(/[^A-Za-z0-9._-]/g, '-')}.${ending}`
