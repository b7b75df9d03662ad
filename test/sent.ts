import type { Services } from '#server/platform/context.ts'
import { get, newPerson, textCapsule } from './client.ts'
import { comeDue } from './due.ts'

type Site = { url: string; services: Pick<Services, 'db' | 'keys'> }
type Person = { tel: string; token: string }

let sent = 0

/** The token in an address that is handed over. */
export const tokenIn = (url: string): string => /\/w\/([\w-]{43})$/.exec(url)![1]!

/** A capsule that one person has sealed for another, who took it, and opened it on its day. */
export async function openedBy(site: Site, { sender, receiver }: { sender: Person; receiver: Person }) {
  const { capsule_id } = await takenBy(site, { sender, receiver })
  await comeDue(site.services, capsule_id)
  await get(site.url, 'unseal', { capsule_id }, receiver)
  return capsule_id
}

export async function takenBy({ url }: Site, { sender, receiver }: { sender: Person; receiver: Person }) {
  const capsule = textCapsule(`<p>只给妈妈看的话${++sent}</p>`, { long_tag: '那年冬天', to: { name: '妈妈' } } as never)
  const { capsule_id, waiting_url } = await get(url, 'createTimeCapsule', capsule, sender)
  await get(url, 'receiveCapsule', { token: tokenIn(waiting_url!) }, receiver)
  return { capsule_id, token: tokenIn(waiting_url!) }
}

/** The two people, and what one of them has opened that the other sent. */
export async function twoPeople(site: Site) {
  const [sender, receiver] = [await newPerson(site.url), await newPerson(site.url)]
  return { sender, receiver, capsule_id: await openedBy(site, { sender, receiver }) }
}
