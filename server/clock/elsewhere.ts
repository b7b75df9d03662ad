import { lookup } from 'node:dns/promises'
import os from 'node:os'
import { setTimeout as after } from 'node:timers/promises'
import { isLoopback } from '#server/loopback.ts'

const LOOKUP_MS = 5_000

/**
 * Whether this host is another machine, with a clock of its own: none of its addresses is one of ours. A name of one word is
 * a container beside us, by the same clock; a path is a socket; a name that nobody knows proves nothing.
 */
export async function isElsewhere(host: string): Promise<boolean> {
  if (!/[.:]/.test(host) || host.includes('/') || isLoopback(host)) return false
  const found = await addressesOf(host.replace(/^\[|\]$/g, ''))
  const ours = Object.values(os.networkInterfaces()).flatMap((all) => (all ?? []).map(({ address }) => address))
  return found.length > 0 && found.every((address) => !isOfThisMachine(address) && !ours.includes(address))
}

/** Loopback, what stands for all addresses, and an old one in the form of a new one. */
const isOfThisMachine = (address: string) => isLoopback(address) || /^(0\.0\.0\.0|::|::ffff:.*)$/i.test(address)

async function addressesOf(host: string): Promise<string[]> {
  const late = after(LOOKUP_MS, [], { ref: false })
  const found = lookup(host, { all: true }).catch(() => [])
  return (await Promise.race([found, late])).map(({ address }) => address)
}
