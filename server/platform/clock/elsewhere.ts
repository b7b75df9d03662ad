import dns from 'node:dns/promises'
import os from 'node:os'
import { setTimeout as after } from 'node:timers/promises'
import { isLoopback } from '#server/core/loopback.ts'

const LOOKUP_MS = 5_000

/**
 * Whether this host is another machine, with a clock of its own: none of its addresses is one of ours. A name of one word is
 * a container beside us, by the same clock; a path is a socket; a name that nobody knows proves nothing.
 */
export async function isElsewhere(host: string): Promise<boolean> {
  if (!/[.:]/.test(host) || host.includes('/') || isLoopback(host)) return false
  const found = await addressesOf(host)
  const ours = ownAddresses()
  return found.length > 0 && found.every((address) => !isOfThisMachine(address) && !ours.includes(address))
}

/**
 * Whether this host may be this machine under an address by which others reach it. Loopback is not asked about here: who names
 * that may have put the end of a tunnel there.
 */
export async function isOurs(host: string): Promise<boolean> {
  const ours = ownAddresses().filter((address) => !isLoopback(address))
  return (await addressesOf(host)).some((address) => ours.includes(address) || ANY.test(address))
}

const ownAddresses = (): string[] =>
  Object.values(os.networkInterfaces()).flatMap((all) => (all ?? []).map(({ address }) => address))

const ANY = /^(0\.0\.0\.0|::)$/

/** Loopback, the addresses that stand for all, and an IPv4 address in IPv6 form. */
const isOfThisMachine = (address: string) => isLoopback(address) || ANY.test(address) || /^::ffff:/i.test(address)

async function addressesOf(host: string): Promise<string[]> {
  const late = after(LOOKUP_MS, [], { ref: false })
  const found = dns.lookup(host.replace(/^\[|\]$/g, ''), { all: true }).catch(() => [])
  return (await Promise.race([found, late])).map(({ address }) => address)
}
