/** Eight files of 10 MB at once, up and down: how long, and how much memory the server needs for it. */
import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'

const files = 8
const size = 10 * 1024 * 1024
const maxGrowthMb = 32

export async function filesTransfer({ installation }) {
  const [{ key }] = await installation.openAccounts(['files-transfer'], ['core:read', 'core:write'])
  const call = async (path, body) => {
    const answer = await fetch(`${installation.origin}/api/v1${path}`, {
      method: body ? 'POST' : 'GET',
      headers: { Authorization: `Bearer ${key}`, ...(body && { 'Content-Type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
      redirect: 'manual',
    })
    if (answer.status >= 400) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
    return answer.status === 302 ? answer.headers.get('location') : answer.json()
  }
  const bytes = randomBytes(size)
  const upload = async place => {
    const head = { file_name: `file-${place}.pdf`, mime_type: 'application/pdf' }
    const { path, upload_url, upload_headers } = await call('/attachments', { ...head, file_size: size })
    const put = await fetch(upload_url, { method: 'PUT', headers: upload_headers, body: bytes })
    if (!put.ok) throw new Error(`PUT: ${put.status} ${await put.text()}`)
    return call('/attachments/finalize', { ...head, path })
  }
  const download = async ({ id }) => {
    const answer = await fetch(await call(`/attachments/${id}/content`))
    let length = 0
    for await (const chunk of answer.body) length += chunk.length
    if (length !== size) throw new Error(`${length} bytes came instead of ${size}`)
  }
  // The first one loads what is loaded with the first file.
  await download(await upload('first'))
  const places = Array.from({ length: files }, (_, place) => place)
  const up = await watched(installation, () => Promise.all(places.map(upload)))
  const down = await watched(installation, () => Promise.all(up.result.map(download)))
  return [...measures('up', up), ...measures('down', down)]
}

/** The resident memory is looked at all the while. */
async function watched(installation, work) {
  const before = (await installation.memory()).rss
  let most = before
  let isDone = false
  const looking = (async () => {
    while (!isDone) {
      most = Math.max(most, (await installation.resident()).rss)
      await sleep(10)
    }
  })()
  const started = performance.now()
  const result = await work()
  const ms = performance.now() - started
  isDone = true
  await looking
  return { result, ms, growthMb: (most - before) / 1024 / 1024 }
}

const measures = (way, { ms, growthMb }) => [
  {
    title: `${files} files of 10 MB ${way} at once, growth of memory`,
    unit: 'MB',
    value: growthMb,
    beside: { name: 'limit', value: maxGrowthMb },
    target: { most: 1 },
    note: `${ms.toFixed(0)} ms in all`,
  },
]
