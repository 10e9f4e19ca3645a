/**
 * Runs in a page, behind axe: the contrast of texts is a third of what axe costs, and screens have few pairs of colours. A
 * text has passed when one of the same colours on the same ground did.
 */
globalThis.axeOnce = async (context, options, readable) => {
  const passed = new Set(readable)
  const check = axe._audit.checks['color-contrast']
  const own = check.evaluate
  const grounds = new Map([[null, '']])
  check.evaluate = function (element, ...rest) {
    const colours = coloursOf(element, grounds)
    const result = passed.has(colours) || own.call(this, element, ...rest)
    if (result === true) passed.add(colours)
    return result
  }
  try {
    const { violations } = await axe.run(context, options)
    const found = violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 160)}`))
    return { found, colours: [...passed].slice(readable.length) }
  } finally {
    check.evaluate = own
  }
}

/** What the elements a text stands in draw behind it. */
const groundOf = (element, grounds) => {
  const known = grounds.get(element)
  if (known !== undefined) return known
  const { backgroundColor, backgroundImage, opacity } = getComputedStyle(element)
  const own = `${backgroundColor} ${backgroundImage} ${opacity}`
  const behind = groundOf(element.parentElement, grounds)
  const ground = own === 'rgba(0, 0, 0, 0) none 1' ? behind : `${behind}/${own}`
  grounds.set(element, ground)
  return ground
}

const coloursOf = (element, grounds) => {
  const { color, fontSize, fontWeight, textShadow, visibility } = getComputedStyle(element)
  const text = [element.localName, element.className, color, fontSize, fontWeight, textShadow, visibility].join(' ')
  return `${text} on ${groundOf(element, grounds)}`
}
