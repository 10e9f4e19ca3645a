/** Reads the header of JPEG images, and whether a PDF can carry them as they are. */
import { type ImageSize, UnreadableImage } from './png.ts'

export const isJpeg = (bytes: Buffer): boolean => bytes.length > 4 && bytes.readUInt16BE(0) === 0xffd8

/** Frames: baseline, extended and progressive, all by Huffman; PDF knows no other. */
const frames = [0xc0, 0xc1, 0xc2]
/** Segments of others that look like frames, but are tables. */
const tables = [0xc4, 0xc8, 0xcc]

export function jpegSize(bytes: Buffer): ImageSize {
  if (bytes.readUInt16BE(bytes.length - 2) !== 0xffd9) throw new UnreadableImage('It is cut off.')
  let at = 2
  while (at + 9 < bytes.length && bytes[at] === 0xff) {
    const marker = bytes[at + 1]!
    if (frames.includes(marker)) return frameSize(bytes, at + 4)
    if (marker >= 0xc3 && marker <= 0xcf && !tables.includes(marker)) {
      throw new UnreadableImage('It is of a rare kind: save it as baseline.')
    }
    // A fill byte before the next marker.
    at += marker === 0xff ? 1 : 2 + bytes.readUInt16BE(at + 2)
  }
  throw new UnreadableImage('Its header is damaged.')
}

function frameSize(bytes: Buffer, at: number): ImageSize {
  const [depth, height, width] = [bytes[at]!, bytes.readUInt16BE(at + 1), bytes.readUInt16BE(at + 3)]
  const components = bytes[at + 5]!
  const isDrawn = depth === 8 && [1, 3, 4].includes(components) && width > 0 && height > 0
  if (!isDrawn) throw new UnreadableImage('Its header is damaged.')
  return { width, height }
}
