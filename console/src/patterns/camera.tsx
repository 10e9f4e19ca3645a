/** Reads a bar code with the camera, where the browser can. */
import { useEffect, useRef, useState } from 'react'
import { Button } from '../kit/button.tsx'
import { Dialog } from '../kit/dialog.tsx'
import { Bar } from '../kit/facts.tsx'
import { useWords } from '../words/use-words.ts'

interface Detector {
  detect(video: HTMLVideoElement): Promise<{ rawValue: string }[]>
}

type DetectorClass = new () => Detector

export function Camera({ onScan, onClose }: { onScan: (code: string) => void; onClose: () => void }) {
  const words = useWords('tally')
  const { keep } = useWords('frame')
  const video = useRef<HTMLVideoElement>(null)
  const [isRefused, setRefused] = useState(false)
  const found = useRef(onScan)
  found.current = onScan
  useEffect(() => {
    const stop = new AbortController()
    watch(video.current!, code => found.current(code), stop.signal).catch(() => setRefused(true))
    return () => stop.abort()
  }, [])
  return (
    <Dialog title={words.camera} onClose={onClose}>
      {isRefused && <Bar tone="warn">{words.noCamera}</Bar>}
      <video ref={video} muted playsInline style={{ width: '100%' }} />
      <Button onClick={onClose}>{keep}</Button>
    </Dialog>
  )
}

/** Looks five times a second, until something is found or the dialog is gone. */
async function watch(video: HTMLVideoElement, hear: (code: string) => void, signal: AbortSignal): Promise<void> {
  const { BarcodeDetector } = globalThis as unknown as { BarcodeDetector: DetectorClass }
  const detector = new BarcodeDetector()
  const stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } })
  const end = () => {
    for (const track of stream.getTracks()) track.stop()
  }
  signal.addEventListener('abort', end)
  if (signal.aborted) return end()
  video.srcObject = stream
  await video.play()
  while (!signal.aborted) {
    const [code] = await detector.detect(video)
    if (code) return hear(code.rawValue)
    await new Promise(resolve => setTimeout(resolve, 200))
  }
}
