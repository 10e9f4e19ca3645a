/** The memory of the server process, before and after every part. */

const maxIdleMb = 150
/** Caches fill during the first part; after it the heap has to stay where it is. */
const maxHeapGrowthMb = 10

const megabytes = bytes => bytes / 1024 / 1024

export function watchMemory(installation) {
  const samples = []
  return {
    samples,
    async take(when) {
      const { rss, heap } = await installation.memory()
      samples.push({ when, rssMb: megabytes(rss), heapMb: megabytes(heap) })
    },
    measures() {
      const [idle, warm = idle] = samples
      const last = samples.at(-1)
      const resident = samples.map(({ rssMb }) => Math.round(rssMb)).join(', ')
      return [
        {
          title: 'memory, idle',
          unit: 'MB',
          value: idle.rssMb,
          beside: { name: 'limit', value: maxIdleMb },
          target: { most: 1 },
          note: `resident; heap ${idle.heapMb.toFixed(1)} MB`,
        },
        {
          title: 'memory, growth of the heap',
          unit: 'MB',
          value: last.heapMb - warm.heapMb,
          beside: { name: 'limit', value: maxHeapGrowthMb },
          target: { most: 1 },
          note: `after a collection, since ${warm.when}; resident ${resident}`,
        },
      ]
    },
  }
}
