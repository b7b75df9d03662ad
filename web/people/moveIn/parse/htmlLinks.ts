const TAKEN = /^(?:https?:\/\/|mailto:)/i
/** Parts of an address that say nothing where the words are the address. */
const SAYS_NOTHING = /^(?:https?:\/\/|mailto:)|\/$/gi

/** The address of a link that leads somewhere else; undefined for places in the same page, files beside it, and scripts. */
export function linkOf(href: string): string | undefined {
  const address = href.trim()
  return TAKEN.test(address) ? address.replace(/^mailto:/i, '') : undefined
}

/** Whether the words of a link are something else than its address. */
export const differs = ({ address, words }: { address: string; words: string }): boolean =>
  bare(address) !== bare(words)

const bare = (address: string): string => decoded(address.replace(/\s/g, '')).replace(SAYS_NOTHING, '').toLowerCase()

function decoded(address: string): string {
  try {
    return decodeURI(address)
  } catch {
    return address
  }
}
