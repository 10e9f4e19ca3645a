/** Reads PNG images: every kind of pixel becomes red, green and blue of eight bits, with transparency apart. */
import { inflateSync } from 'node:zlib'

/** It says what is wrong, for the person who made the image. */
export class UnreadableImage extends Error {}

export interface ImageSize {
  width: number
  height: number
}

export interface Pixels extends ImageSize {
  /** Three bytes a pixel, row by row. */
  rgb: Buffer
  /** One byte a pixel, 255 for opaque; nothing for an image without transparency. */
  alpha: Buffer | undefined
}

interface Header extends ImageSize {
  depth: number
  colorType: number
}

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

export const isPng = (bytes: Buffer): boolean => bytes.subarray(0, 8).equals(signature)

/** By colour type: how many samples a pixel has, and of how many bits each may be. */
const colorTypes: Record<number, { samples: number; depths: readonly number[] }> = {
  0: { samples: 1, depths: [1, 2, 4, 8, 16] },
  2: { samples: 3, depths: [8, 16] },
  3: { samples: 1, depths: [1, 2, 4, 8] },
  4: { samples: 2, depths: [8, 16] },
  6: { samples: 4, depths: [8, 16] },
}

/** What is drawn of it; all else is passed over. */
function chunksOf(bytes: Buffer): Record<'IHDR' | 'PLTE' | 'tRNS' | 'IDAT', Buffer> {
  const found: Record<string, Buffer[]> = { IHDR: [], PLTE: [], tRNS: [], IDAT: [] }
  let at = signature.length
  while (at + 12 <= bytes.length) {
    const length = bytes.readUInt32BE(at)
    const type = bytes.toString('latin1', at + 4, at + 8)
    if (at + 12 + length > bytes.length) break
    if (type === 'IEND') {
      const [IHDR, PLTE, tRNS, IDAT] = ['IHDR', 'PLTE', 'tRNS', 'IDAT'].map(name => Buffer.concat(found[name]!))
      return { IHDR: IHDR!, PLTE: PLTE!, tRNS: tRNS!, IDAT: IDAT! }
    }
    found[type]?.push(bytes.subarray(at + 8, at + 8 + length))
    at += 12 + length
  }
  throw new UnreadableImage('It is cut off.')
}

function headerOf(chunk: Buffer): Header {
  if (chunk.length !== 13) throw new UnreadableImage('It has no header.')
  const [width, height] = [chunk.readUInt32BE(0), chunk.readUInt32BE(4)]
  const [depth, colorType, compression, filter, interlace] = chunk.subarray(8) as unknown as number[]
  const isKnown = colorTypes[colorType!]?.depths.includes(depth!) && compression === 0 && filter === 0
  if (width === 0 || height === 0 || !isKnown) throw new UnreadableImage('Its header is damaged.')
  if (interlace !== 0) throw new UnreadableImage('It is interlaced: save it without.')
  return { width, height, depth: depth!, colorType: colorType! }
}

export function pngSize(bytes: Buffer): ImageSize {
  const { width, height } = headerOf(chunksOf(bytes).IHDR)
  return { width, height }
}

export function readPng(bytes: Buffer): Pixels {
  const chunks = chunksOf(bytes)
  const header = headerOf(chunks.IHDR)
  const { samples } = colorTypes[header.colorType]!
  const bits = samples * header.depth
  const rowBytes = Math.ceil((header.width * bits) / 8)
  const raw = inflate(chunks.IDAT, (rowBytes + 1) * header.height)
  const rows = unfilter(raw, rowBytes, Math.max(1, bits >> 3))
  return colorPixels(header, samplesOf(rows, rowBytes, header), chunks)
}

function inflate(packed: Buffer, length: number): Buffer {
  try {
    const raw = inflateSync(packed, { maxOutputLength: length })
    if (raw.length === length) return raw
  } catch {
    // Told below: what zlib says helps nobody.
  }
  throw new UnreadableImage('Its pixels are damaged.')
}

/** Each row says how it was made of its neighbours: to the left, above, above to the left. */
function unfilter(raw: Buffer, rowBytes: number, step: number): Buffer {
  const height = raw.length / (rowBytes + 1)
  // A blank row above and blank bytes to the left: every byte has its neighbours.
  const wide = rowBytes + step
  const rows = new Uint8Array((height + 1) * wide)
  for (let row = 0; row < height; row += 1) {
    const from = row * (rowBytes + 1)
    const unfilter = filters[raw[from]!]
    if (!unfilter) throw new UnreadableImage('Its pixels are damaged.')
    const to = (row + 1) * wide + step
    rows.set(raw.subarray(from + 1, from + 1 + rowBytes), to)
    unfilter(rows, to, { end: to + rowBytes, step, wide })
  }
  const plain = Buffer.alloc(rowBytes * height)
  for (let row = 0; row < height; row += 1) {
    const from = (row + 1) * wide + step
    plain.set(rows.subarray(from, from + rowBytes), row * rowBytes)
  }
  return plain
}

type Unfilter = (rows: Uint8Array, from: number, row: { end: number; step: number; wide: number }) => void

/** A loop for each, and no function called inside: an image has a million pixels. */
const filters: Record<number, Unfilter> = {
  0: () => undefined,
  1: (rows, from, { end, step }) => {
    for (let at = from; at < end; at += 1) rows[at] = rows[at]! + rows[at - step]!
  },
  2: (rows, from, { end, wide }) => {
    for (let at = from; at < end; at += 1) rows[at] = rows[at]! + rows[at - wide]!
  },
  3: (rows, from, { end, step, wide }) => {
    for (let at = from; at < end; at += 1) rows[at] = rows[at]! + ((rows[at - step]! + rows[at - wide]!) >> 1)
  },
  4: (rows, from, { end, step, wide }) => {
    for (let at = from; at < end; at += 1) {
      rows[at] = rows[at]! + paeth(rows[at - step]!, rows[at - wide]!, rows[at - wide - step]!)
    }
  },
}

/** The neighbour that is nearest to what a slope over all three would give. */
function paeth(left: number, above: number, corner: number): number {
  const toLeft = Math.abs(above - corner)
  const toAbove = Math.abs(left - corner)
  const toCorner = Math.abs(left + above - 2 * corner)
  if (toLeft <= toAbove && toLeft <= toCorner) return left
  return toAbove <= toCorner ? above : corner
}

/** One byte for every sample: of sixteen bits the upper eight, of fewer than eight the number itself. */
function samplesOf(rows: Buffer, rowBytes: number, { width, height, depth, colorType }: Header): Buffer {
  if (depth === 8) return rows
  const perRow = width * colorTypes[colorType]!.samples
  const bytes = Buffer.alloc(perRow * height)
  const mask = (1 << depth) - 1
  for (let row = 0, to = 0; row < height; row += 1) {
    for (let index = 0; index < perRow; index += 1, to += 1) {
      const bit = index * depth
      const byte = rows[row * rowBytes + (bit >> 3)]!
      bytes[to] = depth === 16 ? byte : (byte >> (8 - depth - (bit & 7))) & mask
    }
  }
  return bytes
}

interface Extras {
  PLTE: Buffer
  tRNS: Buffer
}

function colorPixels(header: Header, bytes: Buffer, { PLTE, tRNS }: Extras): Pixels {
  const { width, height, colorType } = header
  const drawn =
    colorType === 3
      ? drawPalette(bytes, PLTE, tRNS)
      : colorType === 0 || colorType === 4
        ? drawGray(header, bytes, tRNS)
        : drawTrueColor(header, bytes, tRNS)
  return { width, height, ...drawn }
}

type Drawn = Pick<Pixels, 'rgb' | 'alpha'>

/** A colour the palette does not have is black; one without a transparency of its own is opaque. */
function drawPalette(bytes: Buffer, palette: Buffer, opacities: Buffer): Drawn {
  if (palette.length === 0 || palette.length % 3 !== 0) throw new UnreadableImage('It has no palette.')
  const rgb = Buffer.alloc(bytes.length * 3)
  const alpha = opacities.length > 0 ? Buffer.alloc(bytes.length, 255) : undefined
  for (let at = 0; at < bytes.length; at += 1) {
    const index = bytes[at]!
    for (let part = 0; part < 3; part += 1) rgb[at * 3 + part] = palette[index * 3 + part] ?? 0
    if (alpha && index < opacities.length) alpha[at] = opacities[index]!
  }
  return { rgb, alpha }
}

function drawGray({ width, height, colorType, depth }: Header, bytes: Buffer, tRNS: Buffer): Drawn {
  const step = colorType === 4 ? 2 : 1
  const scale = depth < 8 ? 255 / ((1 << depth) - 1) : 1
  const clear = clearColor(tRNS, depth, 1)
  const rgb = Buffer.alloc(width * height * 3)
  const alpha = step === 2 || clear ? Buffer.alloc(width * height, 255) : undefined
  for (let at = 0; at < width * height; at += 1) {
    const value = bytes[at * step]!
    rgb.fill(value * scale, at * 3, at * 3 + 3)
    if (step === 2) alpha![at] = bytes[at * 2 + 1]!
    else if (clear && value === clear[0]) alpha![at] = 0
  }
  return { rgb, alpha }
}

function drawTrueColor({ width, height, colorType, depth }: Header, bytes: Buffer, tRNS: Buffer): Drawn {
  const step = colorType === 6 ? 4 : 3
  const clear = clearColor(tRNS, depth, 3)
  const rgb = Buffer.alloc(width * height * 3)
  const alpha = step === 4 || clear ? Buffer.alloc(width * height, 255) : undefined
  for (let at = 0; at < width * height; at += 1) {
    const from = at * step
    const to = at * 3
    rgb[to] = bytes[from]!
    rgb[to + 1] = bytes[from + 1]!
    rgb[to + 2] = bytes[from + 2]!
    if (step === 4) alpha![at] = bytes[from + 3]!
    else if (clear?.every((value, part) => value === rgb[to + part])) alpha![at] = 0
  }
  return { rgb, alpha }
}

/** One colour may be the transparent one; its samples have sixteen bits, of which those count that are drawn. */
function clearColor(tRNS: Buffer, depth: number, samples: number): number[] | undefined {
  if (tRNS.length !== samples * 2) return undefined
  return Array.from({ length: samples }, (_, index) => tRNS[index * 2 + (depth === 16 ? 0 : 1)]!)
}
