import { expect, it } from 'vitest'
import { withApp } from '#test/app.ts'
import { get, newPerson, textCapsule } from '#test/client.ts'
import { makeArchives } from './make.ts'

/** So slow that a small archive takes a while. */
const app = withApp({ ARCHIVE_MBIT: '1' })

it('four download at once; the fifth is told to come later, and gets the place of one who leaves', async () => {
  const { token } = await newPerson(app.url)
  const { content } = textCapsule(`<p>${'很长的日记。'.repeat(1_000)}</p>`)
  await get(app.url, 'createDiaryCapsule', { content }, { token })
  await get(app.url, 'exportCreate', {}, { token })
  await makeArchives(app.services, new AbortController().signal)
  const address = app.url + (await get(app.url, 'exportList', {}, { token })).list[0]!.parts[0]!.url
  const leaving = Array.from({ length: 4 }, () => new AbortController())
  const held = await Promise.all(leaving.map(({ signal }) => fetch(address, { signal })))
  expect(held.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  const fifth = await fetch(address)
  expect([fifth.status, fifth.headers.has('retry-after')]).toEqual([503, true])
  for (const one of leaving) one.abort()
  await expect.poll(async () => (await fetch(address, { method: 'GET' })).status, { timeout: 10_000 }).toBe(200)
})
