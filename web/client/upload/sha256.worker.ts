import { hashOfFile } from './hashOfFile.ts'

self.onmessage = ({ data }: MessageEvent<Blob>) => {
  hashOfFile(data).then(
    (hex) => self.postMessage(hex),
    () => self.postMessage(undefined),
  )
}
