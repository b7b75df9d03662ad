/**
 * The SHA-256 of a file in hex, made in a worker beside its upload: by it the server sees whether all of the file came. Undefined
 * where it cannot be made; then nothing is said of it, as by older pages.
 */
export function sha256Of(file: Blob, signal?: AbortSignal): Promise<string | undefined> {
  if (typeof Worker === 'undefined') return Promise.resolve(undefined)
  const worker = new Worker(new URL('./sha256.worker.ts', import.meta.url), { type: 'module' })
  return new Promise<string | undefined>((resolve) => {
    worker.onmessage = ({ data }: MessageEvent<string | undefined>) => resolve(data)
    worker.onerror = () => resolve(undefined)
    signal?.addEventListener('abort', () => resolve(undefined))
    worker.postMessage(file)
  }).finally(() => worker.terminate())
}
