/** The one failure of this module: a single line for the person who starts the server. */
export class EmbeddedPostgresError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message.replace(/\s*\n\s*/g, ' ').trim(), options)
    this.name = 'EmbeddedPostgresError'
  }
}

/** `ENOENT`, `EACCES` or PostgreSQL's own five characters. */
export const codeOf = (error: unknown): string => (error as { code?: string } | null)?.code ?? ''

/** The answer, or undefined when what was asked for is not there. */
export function unlessMissing<T>(ask: () => T): T | undefined {
  try {
    return ask()
  } catch (error) {
    if (['ENOENT', 'ENOTDIR', 'ESRCH'].includes(codeOf(error))) return undefined
    throw error
  }
}

/** Whatever fails, the person who starts the server reads one sentence and knows where to look further. */
export async function inOneLine<T>(logFile: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof EmbeddedPostgresError) throw error
    const { message } = error as Error
    throw new EmbeddedPostgresError(`The embedded PostgreSQL failed: ${message} (log: ${logFile})`, { cause: error })
  }
}
