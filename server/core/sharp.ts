import type Sharp from 'sharp'

let loaded: Promise<typeof Sharp> | undefined

/** For pictures, from the first one on: a start need not wait for libvips, nor hold it where nobody sends any. */
export function loadSharp(): Promise<typeof Sharp> {
  loaded ??= load()
  return loaded
}

async function load(): Promise<typeof Sharp> {
  const { default: sharp } = await import('sharp')
  // Each picture is another one, many people's share the cores, and two at a time are all that is wanted.
  sharp.cache(false)
  sharp.concurrency(1)
  return sharp
}
