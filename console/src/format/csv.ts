/** Rows as CSV that a spreadsheet opens without running any of it. */

/** Text that a spreadsheet would take for a formula gets an apostrophe; numbers stay numbers. */
const safe = (text: string): string => (/^[=+\-@\t\r]/.test(text) && !/^-?\d+(\.\d+)?$/.test(text) ? `'${text}` : text)

const quoted = (text: string): string => (/[",\n\r;]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

export const toCsv = (rows: readonly (readonly string[])[]): string =>
  `\ufeff${rows.map(row => row.map(cell => quoted(safe(cell))).join(',')).join('\r\n')}\r\n`
