export type Typed = { flag: string; tel: string; password: string; captcha?: string }

let kept: Typed | undefined

/** Keeps what was typed while the person reads an agreement: in memory alone, for the next showing of the page. */
export function keepTyped(typed: Typed): void {
  kept = typed
}

export const typedBefore = (): Typed | undefined => kept

export function forgetTyped(): void {
  kept = undefined
}
