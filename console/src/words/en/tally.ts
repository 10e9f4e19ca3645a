import { english } from '../plural.ts'

export const words = {
  of: (done: string, all: string) => `${done} of ${all}`,
  less: 'One less',
  more: 'One more',
  save: 'Save and next',
  skip: 'Skip',
  search: 'Scan or search',
  found: 'Found',
  unknown: (code: string) => `Nothing here answers to ${code}.`,
  camera: 'Use the camera',
  noCamera: 'The camera cannot be used. Allow it in the browser, or type the code.',
  waiting: (count: number) => `No connection: ${count} ${english(count, 'save waits', 'saves wait')}, in order.`,
  again: (about: string) => `Once more: ${about}`,
}
