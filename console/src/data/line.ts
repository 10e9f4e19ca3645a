/** Waits this long, or until the browser has a line again. `wakeable` gets what ends it at once. */
export const untilLine = (ms: number, wakeable?: (wake: () => void) => void): Promise<void> =>
  new Promise(resolve => {
    const timer = setTimeout(done, ms)
    function done() {
      clearTimeout(timer)
      removeEventListener('online', done)
      resolve()
    }
    wakeable?.(done)
    addEventListener('online', done)
  })
