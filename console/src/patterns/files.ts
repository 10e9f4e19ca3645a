/** Files of the service: opened beside the console, or saved under their names. */
import { getFile } from '../data/client.ts'

/** Long enough for a tab to have read it, or for a file to be on the disk. */
const keptMs = 60_000

const addressOfFile = (blob: Blob): string => {
  const address = URL.createObjectURL(blob)
  setTimeout(() => URL.revokeObjectURL(address), keptMs)
  return address
}

/** The tab is opened at once: a browser allows none that comes after waiting. */
export async function openFile(path: string): Promise<void> {
  const tab = window.open('', '_blank')
  try {
    const { blob, name } = (await getFile(path)).body
    const address = addressOfFile(blob)
    if (tab) tab.location.replace(address)
    else saveAs(address, name)
  } catch (error) {
    tab?.close()
    throw error
  }
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
