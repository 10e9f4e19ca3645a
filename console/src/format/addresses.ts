/** IP addresses and ranges as people type them. The service decides; this only says early what cannot be one. */
const part = '(25[0-5]|2[0-4]\\d|1?\\d?\\d)'
const version4 = new RegExp(`^${part}(\\.${part}){3}$`)

const isVersion6 = (text: string): boolean => /^[\da-f:.]+$/i.test(text) && URL.canParse(`http://[${text}]/`)

/** The words of a field that takes many: divided by commas, spaces or lines. */
export const splitWords = (typed: string): string[] => typed.split(/[\s,;]+/).filter(Boolean)

export function isAddress(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/')
  const most = version4.test(address) ? 32 : isVersion6(address) ? 128 : 0
  if (most === 0 || rest.length > 0) return false
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= most)
}
