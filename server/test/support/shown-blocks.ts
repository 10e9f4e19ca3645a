/** The fenced blocks of a Markdown document, and what each of them is. */

export interface Block {
  /** Of the fence, from 1. */
  line: number
  language: string
  /** What follows the language on the fence: `not run: it installs packages`. Viewers do not show it. */
  note: string
  text: string
}

/** A block with what it is to answer, when the document shows it right below. */
export interface Step extends Block {
  answer?: Block
}

const fence = /^( {0,3})```(\S*) *(.*)$/

export function blocksOf(document: string): Block[] {
  const blocks: Block[] = []
  let open: { block: Block; lines: string[] } | undefined
  for (const [index, line] of document.split('\n').entries()) {
    const found = fence.exec(line)
    if (!open && found) {
      open = { block: { line: index + 1, language: found[2]!, note: found[3]!, text: '' }, lines: [] }
    } else if (open && found) {
      blocks.push({ ...open.block, text: open.lines.join('\n') })
      open = undefined
    } else open?.lines.push(line)
  }
  if (open) throw new Error(`the block of line ${open.block.line} does not end`)
  return blocks
}

const isProgram = ({ language }: Block) => ['sh', 'ts'].includes(language)

/** Every block stands for itself, but one right below a program: that is its answer. */
export function stepsOf(document: string): Step[] {
  const steps: Step[] = []
  let below = 0
  for (const block of blocksOf(document)) {
    const last = steps.at(-1)
    if (last && isProgram(last) && !isProgram(block) && block.line === below) last.answer = block
    else steps.push({ ...block })
    below = block.line + block.text.split('\n').length + 2
  }
  return steps
}

/** Why a block is not run; undefined when it is. */
export const reasonNotRun = ({ note }: Block): string | undefined => /^not run: (.+)$/.exec(note)?.[1]
