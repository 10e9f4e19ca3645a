/** Small images of every kind a logo may have, and some it may not. */
import { deflateSync } from 'node:zlib'

export interface PngWords {
  width?: number
  height?: number
  /** 0 gray, 2 colour, 3 palette, 4 gray with transparency, 6 colour with transparency. */
  colorType?: number
  depth?: number
  interlace?: number
  /** The rows as they are packed, each with its filter first; orange without. */
  rows?: number[][]
  palette?: number[]
  transparency?: number[]
}

const chunk = (type: string, data: Buffer): Buffer => {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  // Nobody asks for the check sum.
  return Buffer.concat([length, Buffer.from(type, 'latin1'), data, Buffer.alloc(4)])
}

export function png(words: PngWords = {}): Buffer {
  const { width = 3, height = 2, colorType = 2, depth = 8, interlace = 0 } = words
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([depth, colorType, 0, 0, interlace], 8)
  const orange = Array.from({ length: width }, () => [0xff, 0xa5, 0x00]).flat()
  const rows = words.rows ?? Array.from({ length: height }, () => [0, ...orange])
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    chunk('tEXt', Buffer.from('Software\u0000none', 'latin1')),
    ...(words.palette ? [chunk('PLTE', Buffer.from(words.palette))] : []),
    ...(words.transparency ? [chunk('tRNS', Buffer.from(words.transparency))] : []),
    chunk('IDAT', deflateSync(Buffer.concat(rows.map(row => Buffer.from(row))))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

/** Twelve by eight pixels of orange. */
export const jpeg = Buffer.from(
  '/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAFA3PEY8MlBGQUZaVVBfeMiCeG5uePWvuZHI////////////////////////////////////////////' +
    '////////2wBDAVVaWnhpeOuCguv/////////////////////////////////////////////////////////////////////////wAARCAAI' +
    'AAwDASIAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAAAAP/xAAUEAEAAAAAAAAAAAAAAAAAAAAA/8QAFQEBAQAAAAAAAAAAAAAAAAAAAwT/' +
    'xAAUEQEAAAAAAAAAAAAAAAAAAAAA/9oADAMBAAIRAxEAPwCoCYr/2Q==',
  'base64',
)

export const dataUri = (bytes: Buffer, type: 'png' | 'jpeg' = 'png'): string =>
  `data:image/${type};base64,${bytes.toString('base64')}`
