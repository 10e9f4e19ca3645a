/** Paths of fields as problem rows name them: `lines[3].unit.unit_code`. */

export type Path = readonly (string | number)[]

export const writePath = (path: Path): string =>
  path.reduce<string>((text, part) => {
    if (typeof part === 'number') return `${text}[${part}]`
    return text === '' ? part : `${text}.${part}`
  }, '')

/** `lines[3].unit` as the id of its field in a form. */
export const fieldId = (path: string): string => `field-${path.replace(/[^A-Za-z0-9]+/g, '-')}`

/** Whether `inner` is the field itself or a part of it. */
export const isWithin = (outer: string, inner: string): boolean =>
  inner === outer || inner.startsWith(`${outer}.`) || inner.startsWith(`${outer}[`)
