/** Yes and no as the numbers that answers use. */
export const flagOf = (yes: boolean): 0 | 1 => (yes ? 1 : 0)
