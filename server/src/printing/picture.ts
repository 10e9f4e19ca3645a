/** Draws a logo into a PDF. The same picture is always the same bytes: nothing of it is done later or elsewhere. */
import { deflateSync } from 'node:zlib'
import type PDFDocument from 'pdfkit'
import { logoOf } from '../lib/logo.ts'
import { readPng } from '../lib/png.ts'
import type { PictureMark } from './sheet.ts'

export type Document = InstanceType<typeof PDFDocument>

export function drawPicture(document: Document, { x, y, width, height, source }: PictureMark): void {
  const { mediaType, bytes } = logoOf(source)!
  if (mediaType === 'image/jpeg') {
    document.image(bytes, x, y, { fit: [width, height] })
    return
  }
  document.page.xobjects.Logo = pngObject(document, bytes)
  document.save().transform(width, 0, 0, -height, x, y + height)
  document.addContent('/Logo Do').restore()
}

/** Unpacked by ourselves: the PNG reader of pdfkit does it later and ends the process over what it cannot read. */
function pngObject(document: Document, bytes: Buffer) {
  const { width, height, rgb, alpha } = readPng(bytes)
  const image = { Type: 'XObject', Subtype: 'Image', Width: width, Height: height, BitsPerComponent: 8 }
  const packed = { ...image, Filter: 'FlateDecode' }
  const mask = alpha && document.ref({ ...packed, ColorSpace: 'DeviceGray' })
  mask?.end(deflateSync(alpha!))
  const object = document.ref({ ...packed, ColorSpace: 'DeviceRGB', ...(mask && { SMask: mask }) })
  object.end(deflateSync(rgb))
  return object
}
