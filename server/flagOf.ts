/** As answers say yes and no. */
export const flagOf = (yes: boolean): 0 | 1 => (yes ? 1 : 0)
