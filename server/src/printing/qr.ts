/** QR codes as shapes: for SVG and for PDF the same path. */
import qrcode from 'qrcode-generator'

export interface CodeShape {
  /** Modules along one side, without the quiet zone. */
  size: number
  /** The dark modules, one unit each, as the `d` of an SVG path. */
  path: string
}

/** Characters that fit the alphanumeric mode: a third fewer bits. */
const isAlphanumeric = (text: string): boolean => /^[0-9A-Z $%*+\-./:]*$/.test(text)

export function codeShape(text: string): CodeShape {
  const code = qrcode(0, 'M')
  code.addData(text, isAlphanumeric(text) ? 'Alphanumeric' : 'Byte')
  code.make()
  const size = code.getModuleCount()
  const path = Array.from({ length: size }, (_, row) => rowPath(size, row, column => code.isDark(row, column)))
  return { size, path: path.join('') }
}

/** Neighbours in a row are one rectangle: fewer seams, fewer bytes. */
function rowPath(size: number, row: number, isDark: (column: number) => boolean): string {
  let path = ''
  for (let column = 0; column < size; column += 1) {
    if (!isDark(column)) continue
    const start = column
    while (column + 1 < size && isDark(column + 1)) column += 1
    const width = column + 1 - start
    path += `M${start} ${row}h${width}v1h-${width}z`
  }
  return path
}

/** Readers need four light modules around the code. */
const quiet = 4

export function svgOf({ size, path }: CodeShape): string {
  const side = size + 2 * quiet
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${-quiet} ${-quiet} ${side} ${side}" ` +
    `shape-rendering="crispEdges"><path fill="#fff" d="M${-quiet} ${-quiet}h${side}v${side}h${-side}z"/>` +
    `<path d="${path}"/></svg>`
  )
}
