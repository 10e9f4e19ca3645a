/** Names of firms compared as a person would: case, accents, punctuation and legal forms do not make another firm. */

/** Letters that are no other letter with an accent. */
const letters: Readonly<Record<string, string>> = { ß: 'ss', ł: 'l', ø: 'o', đ: 'd', æ: 'ae', œ: 'oe' }

/** Longest first; words of one letter are one word by then: `s. r. o.` is `sro`. */
const legalForms: readonly (readonly string[])[] = [
  'spolecnost s rucenim omezenym',
  'spolocnost s rucenim obmedzenym',
  'prispevkova organizace',
  'akciova spolecnost',
  'akciova spolocnost',
  'komanditni spolecnost',
  'gesellschaft mbh',
  'spol sro',
  'sp zoo',
  'sp k',
  ...['sro', 'as', 'vos', 'ks', 'zs', 'ops', 'druzstvo', 'gmbh', 'mbh', 'ag', 'kg', 'ohg', 'ug', 'ek', 'co', 'se'],
  ...['ltd', 'limited', 'llc', 'llp', 'inc', 'plc', 'corp', 'sa', 'sas', 'sarl', 'spa', 'srl', 'bv', 'nv', 'ab', 'asa'],
  ...['aps', 'oy', 'oyj', 'kft', 'zrt', 'nyrt', 'sl', 'slu', 'doo', 'dd', 'sia', 'uab', 'ou', 'eood', 'ood', 'spk'],
].map(form => form.split(' '))

const ofOneLetter = ['sro', 'as', 'vos', 'ks', 'zs', 'ops', 'zoo', 'sa', 'doo']

function wordsOf(name: string): string[] {
  const plain = name
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{Mark}/gu, '')
    .replace(/[ßłøđæœ]/g, letter => letters[letter]!)
  const words: string[] = []
  let initials = ''
  for (const word of plain.split(/[^\p{Letter}\p{Number}]+/u)) {
    if (word.length === 1) initials += word
    else {
      words.push(...splitInitials(initials), word)
      initials = ''
    }
  }
  return [...words, ...splitInitials(initials)].filter(word => word !== '')
}

/** `a s r o` is a name of one letter before `s.r.o.`. */
function splitInitials(initials: string): string[] {
  const form = ofOneLetter.find(each => initials.endsWith(each))
  return form === undefined ? [initials] : [initials.slice(0, -form.length), form]
}

function withoutLegalForms(words: readonly string[]): string[] {
  const kept: string[] = []
  for (let index = 0; index < words.length; ) {
    const form = legalForms.find(each => each.every((word, offset) => words[index + offset] === word))
    if (form === undefined) kept.push(words[index]!)
    index += form?.length ?? 1
  }
  return kept
}

/** A name that is nothing but a legal form is compared as it is. */
function essenceOf(name: string): string[] {
  const words = wordsOf(name)
  const kept = withoutLegalForms(words)
  return kept.length > 0 ? kept : words
}

/** Also when one name is the other with more words: people write `Makro` for `MAKRO Cash & Carry ČR s.r.o.`. */
export function isSameName(one: string, other: string): boolean {
  const [short, long] = [essenceOf(one), essenceOf(other)].sort((a, b) => a.length - b.length) as [string[], string[]]
  if (short.length === 0) return one.trim() === other.trim()
  return short.join('') === long.join('') || short.every(word => long.includes(word))
}
