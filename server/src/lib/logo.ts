/** The logo of a company: a data URI on the way in and out, bytes in between. Pure. */
import { contentId } from './ids.ts'
import { isJpeg, jpegSize } from './jpeg.ts'
import { type ImageSize, isPng, pngSize, readPng, UnreadableImage } from './png.ts'

const logoTypes = ['image/png', 'image/jpeg'] as const
export type LogoType = (typeof logoTypes)[number]

export interface Logo {
  mediaType: LogoType
  bytes: Buffer
}

export const maxLogoBytes = 200_000
/** In pixels along a side: papers show it two inches wide. */
export const maxLogoSide = 1000

const shape = /^data:(image\/png|image\/jpeg);base64,([A-Za-z0-9+/]+={0,2})$/

/** Nothing when the text is no such data URI, or another way to write the same one. */
export function logoOf(dataUri: string): Logo | undefined {
  const [, mediaType, base64] = shape.exec(dataUri) ?? []
  if (mediaType === undefined || base64 === undefined) return undefined
  const bytes = Buffer.from(base64, 'base64')
  return bytes.toString('base64') === base64 ? { mediaType: mediaType as LogoType, bytes } : undefined
}

export const dataUriOf = ({ mediaType, bytes }: Logo): string => `data:${mediaType};base64,${bytes.toString('base64')}`

/** The same logo has the same id, so that it is kept once. */
export const logoIdOf = (dataUri: string): string => contentId(dataUri)

export const logoSize = ({ mediaType, bytes }: Logo): ImageSize =>
  mediaType === 'image/png' ? pngSize(bytes) : jpegSize(bytes)

/** Why it cannot be a logo, in words: what is taken is drawn on every paper from then on. */
export function logoFault(dataUri: string): string | undefined {
  const logo = logoOf(dataUri)
  if (!logo) return 'logo must be a data URI: data:image/png;base64,… or data:image/jpeg;base64,…'
  const { mediaType, bytes } = logo
  if (bytes.length > maxLogoBytes) return `logo has ${bytes.length} bytes; at most ${maxLogoBytes} are taken.`
  if (!(mediaType === 'image/png' ? isPng(bytes) : isJpeg(bytes))) return `logo is no ${mediaType}.`
  try {
    const { width, height } = logoSize(logo)
    if (Math.max(width, height) > maxLogoSide) {
      return `logo is ${width} x ${height} pixels; at most ${maxLogoSide} x ${maxLogoSide} are taken.`
    }
    if (mediaType === 'image/png') readPng(bytes)
    return undefined
  } catch (error) {
    if (error instanceof UnreadableImage) return `logo cannot be drawn. ${error.message}`
    throw error
  }
}
