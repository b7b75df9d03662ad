let wished: string | undefined

/** A visitor wants to receive what waits under this token, and signs in for it. Nothing but their tap begins this: no address does. */
export const wishToReceive = (token: string): void => {
  wished = token
}

/** Whether this was wished before the sign-in, once. */
export function takeWish(token: string): boolean {
  const isWished = wished === token
  wished = undefined
  return isWished
}
