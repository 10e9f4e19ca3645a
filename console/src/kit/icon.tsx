/** Our own small set of drawings, 16 px, in the colour of the text. They decorate: words stand beside them. */
const drawings = {
  caret: 'M4 6l4 4 4-4',
  up: 'M4 10l4-4 4 4',
  check: 'M3 8.5l3.5 3.5L13 4.5',
  close: 'M4 4l8 8M12 4l-8 8',
  plus: 'M8 3v10M3 8h10',
  search: 'M7 12A5 5 0 1 0 7 2a5 5 0 0 0 0 10zM11 11l3 3',
  menu: 'M2.5 4h11M2.5 8h11M2.5 12h11',
  arrow: 'M3 8h10M9 4l4 4-4 4',
  back: 'M13 8H3M7 4L3 8l4 4',
  minus: 'M3 8h10',
  copy: 'M6 6h7v7H6zM3 10V3h7',
  trash: 'M3 4.5h10M6.5 4.5V3h3v1.5M4.5 4.5l.6 8.5h5.8l.6-8.5',
  warn: 'M8 2.5L14.5 13.5h-13zM8 6.5v3M8 11.5v.5',
} as const

export type IconName = keyof typeof drawings

export function Icon({ name }: { name: IconName }) {
  return (
    <svg className="icon" viewBox="0 0 16 16" width="16" height="16" aria-hidden="true" focusable="false">
      <path d={drawings[name]} fill="none" stroke="currentColor" strokeWidth="1.6" strokeLinecap="round" />
    </svg>
  )
}
