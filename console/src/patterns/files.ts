/** Files of the service: opened beside the console, or saved under their names. */
import { getFile } from '../data/client.ts'

/** Long enough for a tab to have read it, or for a file to be on the disk. */
const keptMs = 60_000

const addressOfFile = (blob: Blob): string => {
  const address = URL.createObjectURL(blob)
  setTimeout(() => URL.revokeObjectURL(address), keptMs)
  return address
}

/** What a browser shows without running any of it. Under an address of ours nothing else is ever opened. */
const shownTypes = ['application/pdf', 'image/png', 'image/jpeg', 'image/gif', 'image/webp']

/** The window is opened at once: a browser allows none that comes after waiting. */
export async function openFile(path: string, place: 'tab' | 'beside' = 'tab'): Promise<void> {
  const opened = place === 'tab' ? window.open('', '_blank') : window.open('', 'cellarbook-original', rightHalf())
  try {
    const { blob: sent, name } = (await getFile(path)).body
    // Who uploads a PDF may not say that it is one; under this type a browser runs nothing of anything.
    const blob = /\.pdf$/i.test(name) ? sent.slice(0, sent.size, 'application/pdf') : sent
    const address = addressOfFile(blob)
    if (opened && shownTypes.includes(blob.type)) {
      opened.location.replace(address)
      return
    }
    opened?.close()
    saveAs(address, name)
  } catch (error) {
    opened?.close()
    throw error
  }
}

/** The form keeps the left half of the screen. */
function rightHalf(): string {
  const { availWidth, availHeight } = screen
  const width = Math.round(availWidth / 2)
  return `popup,left=${availWidth - width},top=0,width=${width},height=${availHeight}`
}

export async function saveFile(path: string): Promise<void> {
  const { blob, name } = (await getFile(path)).body
  saveAs(addressOfFile(blob), name)
}

function saveAs(address: string, name: string): void {
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
}
