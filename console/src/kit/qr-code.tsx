/** A code for a camera, drawn as one path. Dark on light in every theme, as readers expect. */
import makeCode from 'qrcode-generator'
import './qr-code.css'

/** The empty edge readers need. */
const edge = 4

export function QrCode({ text, label }: { text: string; label: string }) {
  const { side, path } = drawn(text)
  return (
    <svg className="qr-code" role="img" aria-label={label} viewBox={`0 0 ${side} ${side}`} shapeRendering="crispEdges">
      <path d={path} fill="currentColor" />
    </svg>
  )
}

function drawn(text: string): { side: number; path: string } {
  const code = makeCode(0, 'M')
  code.addData(text)
  code.make()
  const count = code.getModuleCount()
  const places = Array.from(
    { length: count * count },
    (_, index) => [Math.floor(index / count), index % count] as const,
  )
  const dark = places.filter(([row, column]) => code.isDark(row, column))
  const path = dark.map(([row, column]) => `M${column + edge} ${row + edge}h1v1h-1z`).join('')
  return { side: count + 2 * edge, path }
}
