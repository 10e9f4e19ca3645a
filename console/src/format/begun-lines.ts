/** Rows of a form that somebody began: all but those that are as they came. */

/** Its key is the form's own. What another version of the console kept may lack a part. */
const isBlank = <Line extends object>(line: Line, blank: Line): boolean =>
  (Object.keys(blank) as (keyof Line)[]).every(name => name === 'key' || (line[name] ?? blank[name]) === blank[name])

/** What is not begun is not sent; of what is, the service says what is missing. */
export const begunLines = <Line extends object>(lines: readonly Line[], blank: Line): Line[] =>
  lines.filter(line => !isBlank(line, blank))
