/** Ties fields of a draft to their controls: label, path, value and change by one name. */

type NamesOf<Draft, Value> = { [Name in keyof Draft]: Draft[Name] extends Value ? Name : never }[keyof Draft] & string

interface Bound<Value> {
  label: string
  path: string
  value: Value
  onChange: (value: Value) => void
}

interface Held<Draft> {
  labels: Readonly<Record<NamesOf<Draft, string>, string>>
  draft: Draft
  change: (part: Partial<Draft>) => void
  /** Where the draft stands in the body, such as `address`. */
  within?: string
}

export const bind =
  <Draft>({ labels, draft, change, within }: Held<Draft>) =>
  (name: NamesOf<Draft, string>): Bound<string> => ({
    label: labels[name],
    path: within ? `${within}.${name}` : name,
    value: draft[name] as string,
    onChange: value => change({ [name]: value } as unknown as Partial<Draft>),
  })

/** A whole number as the service takes it; what is none is sent as typed and refused. */
export const integerOf = (typed: string): number | string | null => {
  const text = typed.trim()
  if (text === '') return null
  return /^-?\d{1,15}$/.test(text) ? Number(text) : text
}
