import type { Services } from '#server/platform/context.ts'
import { get, newPerson, textCapsule } from './client.ts'
import { comeDue } from './due.ts'

type Site = { url: string; services: Pick<Services, 'db' | 'keys'> }
type Person = { tel: string; token: string }

/** In the content and the title of all that is sent here; the title is not shown before it is opened. */
export const SENT_WORDS = '只给妈妈看的话'
export const SENT_TITLE = '那年冬天'
let sent = 0

/** The token in an address that is handed over, or in a message with one. */
export const tokenIn = (text: string): string => /\/w\/([\w-]{12,43})/.exec(text)![1]!

/** A capsule that one person has sealed for another, who took it, and opened it on its day. */
export async function openedBy(site: Site, { sender, receiver }: { sender: Person; receiver: Person }) {
  const { capsule_id } = await takenBy(site, { sender, receiver })
  await comeDue(site.services, capsule_id)
  await get(site.url, 'unseal', { capsule_id }, receiver)
  return capsule_id
}

type Way = { tel?: string; email?: string }

export async function takenBy(site: Site, { sender, receiver }: { sender: Person; receiver: Person }, way: Way = {}) {
  const made = await sentBy(site, sender, way)
  await get(site.url, 'receiveCapsule', { token: made.token }, receiver)
  return made
}

/** A capsule that somebody has sealed for another, to be handed over or told at an address; no two alike. */
export async function sentBy({ url }: Pick<Site, 'url'>, sender: Person, way: Way = {}) {
  const to = { name: '妈妈', show_title: 0 as const, ...way }
  const capsule = textCapsule(`<p>${SENT_WORDS}${++sent}</p>`, { long_tag: SENT_TITLE, to })
  const { capsule_id, waiting_url } = await get(url, 'createTimeCapsule', capsule, sender)
  return { capsule_id, token: tokenIn(waiting_url!) }
}

/** The two people, and what one of them has opened that the other sent. */
export async function twoPeople(site: Site) {
  const [sender, receiver] = [await newPerson(site.url), await newPerson(site.url)]
  return { sender, receiver, capsule_id: await openedBy(site, { sender, receiver }) }
}
