/** The frame of a run: what it opened is closed, however it ends. */

export function openRun() {
  const startedAt = Date.now()
  const say = line => console.error(`${((Date.now() - startedAt) / 1_000).toFixed(0).padStart(4)} s  ${line}`)
  const closers = []
  let closing
  /** In the reverse order of opening; once, however often it is asked for. */
  const closeAll = () => {
    closing ??= (async () => {
      while (closers.length > 0) await closers.pop()()
    })()
    return closing
  }
  for (const signal of ['SIGINT', 'SIGTERM']) {
    process.once(signal, () => {
      say('stopping')
      closeAll().finally(() => process.exit(1))
    })
  }
  return {
    closers,
    say,
    async finish(work) {
      try {
        await work()
      } catch (error) {
        // An interrupted run fails wherever it stands; that is no news.
        if (!closing) console.error(error)
        process.exitCode = 1
      } finally {
        await closeAll()
      }
    },
  }
}
