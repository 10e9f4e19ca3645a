/** The examples of the document: what the service answered to the story of the demo brewery (`npm run examples`). */
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { ProblemCode } from '../contract/problems.ts'

export interface OperationExample {
  /** What was sent, where the call has a body. */
  readonly request?: unknown
  readonly status: number
  /** What came back, where that is JSON. */
  readonly answer?: unknown
}

export interface Examples {
  ofOperation(id: string): OperationExample | undefined
  ofProblem(code: ProblemCode): unknown
}

// The same place seen from the sources, from the compiled modules and from the program.
const folder = path.join(path.dirname(fileURLToPath(import.meta.url)), '..', '..', 'examples')
const problemsName = 'problems.json'

type File = Readonly<Record<string, unknown>>

const read = (name: string): File => JSON.parse(readFileSync(path.join(folder, name), 'utf8')) as File

/** Read for each document that is written: a service that is never asked for one does not hold them. */
export function readExamples(): Examples {
  const names = readdirSync(folder).filter(name => name.endsWith('.json') && name !== problemsName)
  const operations: File = Object.assign({}, ...names.map(read))
  const problems = read(problemsName)
  return {
    ofOperation: id => operations[id] as OperationExample | undefined,
    ofProblem: code => problems[code],
  }
}

/** For a document of made-up endpoints. */
export const noExamples: Examples = { ofOperation: () => undefined, ofProblem: () => undefined }
