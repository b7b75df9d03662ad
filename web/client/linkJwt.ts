import { tab } from './storage/storage.ts'

const JWT = 'JWT'

/** The token that this capsule's link has given, in this tab; it is no sign-in, and opens no other capsule. */
export const jwtOf = (capsuleId = ''): string | undefined => stored().get(capsuleId)

export function keepJwt(capsuleId: string, jwt: string): void {
  tab.setItem(JWT, JSON.stringify(Object.fromEntries(stored().set(capsuleId, jwt))))
}

function stored(): Map<string, string> {
  return new Map(Object.entries(tab.read<Record<string, string>>(JWT) ?? {}))
}
