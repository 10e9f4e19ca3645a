/** Draws the pages of a paper as PDF. */
import PDFDocument from 'pdfkit'
import { paperFonts } from './fonts.ts'
import type { Paper } from './paper.ts'
import { type Document, drawPicture } from './picture.ts'
import type { LineMark, Mark, Page, RuleMark } from './sheet.ts'
import { type Slip, setSlip, slipWidth } from './slip.ts'
import { typeset } from './typeset.ts'

export function pdfOf(paper: Paper): Promise<Buffer> {
  return drawPages(paper, { pages: typeset(paper, paperFonts().measure), size: 'A4' })
}

/** One page, 80 mm wide. */
export function slipPdf(slip: Slip): Promise<Buffer> {
  const { marks, height } = setSlip(slip, paperFonts().measure)
  return drawPages(slip, { pages: [marks], size: [slipWidth, height] })
}

type Titled = Pick<Paper, 'title' | 'number' | 'language' | 'author' | 'changedAt'>

function drawPages(
  paper: Titled,
  { pages, size }: { pages: readonly Page[]; size: 'A4' | [number, number] },
): Promise<Buffer> {
  const changedAt = new Date(paper.changedAt)
  const { regular, bold } = paperFonts()
  const document = new PDFDocument({
    size,
    margin: 0,
    // None of its own: ours are embedded, so that every letter is there wherever it is read.
    font: null as never,
    autoFirstPage: false,
    displayTitle: true,
    lang: paper.language,
    info: {
      Title: [paper.title, paper.number].filter(Boolean).join(' '),
      Author: paper.author,
      Creator: 'Cellarbook',
      CreationDate: changedAt,
      ModDate: changedAt,
    },
  })
  const chunks: Buffer[] = []
  return new Promise((resolve, reject) => {
    document.on('data', (chunk: Buffer) => chunks.push(chunk))
    document.on('end', () => resolve(Buffer.concat(chunks)))
    document.on('error', reject)
    document.registerFont('regular', regular as never).registerFont('bold', bold as never)
    for (const page of pages) {
      document.addPage()
      for (const mark of page) draw(document, mark)
    }
    document.end()
  })
}

function draw(document: Document, mark: Mark): void {
  switch (mark.kind) {
    case 'text':
      document.font(mark.face).fontSize(mark.size).fillColor(mark.color)
      document.text(mark.text, mark.x, mark.y, { lineBreak: false })
      return
    case 'rule':
      drawRule(document, mark)
      return
    case 'picture':
      drawPicture(document, mark)
      return
    case 'band':
      document.rect(mark.x, mark.y, mark.width, mark.height).fill(mark.color)
      return
    case 'line':
      drawLine(document, mark)
      return
    case 'shape':
      document.save().translate(mark.x, mark.y).scale(mark.scale).path(mark.path).fill('#000').restore()
  }
}

function drawRule(document: Document, { x, y, width, color, thickness = 0.5 }: RuleMark): void {
  document.rect(x, y - thickness / 2, width, thickness).fill(color)
}

function drawLine(document: Document, { points: [first, ...rest], color, thickness, dash }: LineMark): void {
  if (!first) return
  document.save().lineWidth(thickness).lineJoin('round').strokeColor(color)
  if (dash !== undefined) document.dash(dash, {})
  document.moveTo(first.x, first.y)
  for (const { x, y } of rest) document.lineTo(x, y)
  document.stroke().restore()
}
