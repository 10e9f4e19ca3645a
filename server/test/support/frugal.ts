/**
 * How Node is started for tests; the programs they start are started as users start them. Much code runs a few times: it
 * is optimised eight times later, by a flag that V8 of newer Node calls otherwise. All cores have work, so garbage needs
 * no threads.
 */
export const frugal = [
  '--single-threaded-gc',
  ...(process.versions.node.startsWith('20.') ? ['--interrupt-budget=540672'] : []),
]
