import { TEL_NEEDED } from '#contract/profile.ts'
import { confirm } from '#web/ui/ask.tsx'
import { go } from '#web/ui/location.ts'

/** Asks a person without a number to bind one, and leads there (`whyNotInPublic` says who). */
export async function askForTel(): Promise<void> {
  if (await confirm({ text: TEL_NEEDED, ok: '去绑定' })) go('bindTel')
}
