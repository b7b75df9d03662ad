export type Typed = { flag: string; tel: string; password: string; captcha?: string }

let remembered: Typed | undefined

/** Keeps the typed fields while the person reads an agreement: in memory alone, for the next showing of the page. */
export function rememberTyped(typed: Typed): void {
  remembered = typed
}

export const typedBefore = (): Typed | undefined => remembered

export function forgetTyped(): void {
  remembered = undefined
}
