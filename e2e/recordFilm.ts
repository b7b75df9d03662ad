import type { Page } from '@playwright/test'

/** A second or so of WebM that plays, drawn and recorded in this page. */
export async function recordFilm(page: Page): Promise<Buffer> {
  const made = await page.evaluate(async () => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 320, height: 240 })
    const pen = canvas.getContext('2d')!
    const recorder = new MediaRecorder(canvas.captureStream(25), { mimeType: 'video/webm;codecs=vp8' })
    const parts: Blob[] = []
    recorder.ondataavailable = ({ data }) => parts.push(data)
    const stopped = new Promise((done) => {
      recorder.onstop = done
    })
    recorder.start()
    const began = performance.now()
    // A busy machine draws fewer frames: goes on until there are enough, too.
    for (let drawn = 0; drawn < 15 || performance.now() - began < 1_200; drawn++) {
      pen.fillStyle = `hsl(200 60% ${30 + (drawn % 40)}%)`
      pen.fillRect(0, 0, 320, 240)
      await new Promise(requestAnimationFrame)
    }
    recorder.stop()
    await stopped
    const bytes = new Uint8Array(await new Blob(parts, { type: 'video/webm' }).arrayBuffer())
    return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
  })
  return Buffer.from(made, 'base64')
}
