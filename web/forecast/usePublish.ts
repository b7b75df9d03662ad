import { type ComponentProps, type ReactNode, useEffect, useRef, useState } from 'react'
import { FORECAST_PUBLISHED, whyNotForecast } from '#contract/forecast.ts'
import { OPEN_TIME_MISSING } from '#contract/seal.ts'
import { forecastOf, type SealDraft } from '#web/draft/draft.ts'
import { forgetDraft } from '#web/draft/forgetDraft.ts'
import { askForName } from '#web/draft/useSaveDraft.ts'
import { knowTime } from '#web/knowTime.ts'
import { notPast } from '#web/seal/notPast.ts'
import type { Risen } from '#web/seal/Rising.tsx'
import { type Sealed, useSeal } from '#web/seal/useSeal.ts'
import { toast } from '#web/ui/toast.tsx'
import { useAfford } from '#web/wallet/useAfford.ts'

type Ritual = (props: ComponentProps<typeof import('#web/seal/Rising.tsx').Rising>) => ReactNode

/** Without its code the way is the same, and at once. */
const Straight: Ritual = ({ onHome }) => {
  useEffect(onHome, [onHome])
  return null
}

/** Publishes a prediction under a name it asks for, and answers whether that came to be; then it rises as all that is sealed. */
export function usePublish(draft: SealDraft, change: (patch: Partial<SealDraft>) => void) {
  const afford = useAfford('forecast')
  const [tried, setTried] = useState(false)
  const dateLine = useRef<HTMLButtonElement>(null)
  const [risen, setRisen] = useState<Risen>()
  const [{ Rising }, setRitual] = useState<{ Rising?: Ritual }>({})
  const { seal, isUnanswered } = useSeal({
    onSealed: publishedNow,
    onDraftGone: () => change({ draft_id: '', revision: undefined }),
    onAnew: change,
  })

  async function publish(): Promise<boolean> {
    // Nothing can be written meanwhile: what is sealed is what stands there.
    await knowTime()
    const unsealDate = notPast(draft.unsealDate)
    if (unsealDate !== draft.unsealDate) {
      change({ unsealDate })
      return false
    }
    // While the name is asked for.
    const coming = import('#web/seal/Rising.tsx').catch(() => ({ Rising: Straight }))
    // What got no answer may have spent the last one.
    const perhapsPaid = isUnanswered() || draft.sentAs !== undefined
    if (!perhapsPaid && !(await afford())) return false
    const long_tag = await askForName(draft.long_tag)
    if (long_tag === undefined) return false
    change({ long_tag })
    if (!(await seal({ ...draft, long_tag }))) return false
    setRitual(await coming)
    return true
  }

  /** Whether it can be sealed as the person sees it; otherwise says why not. */
  function isReady(): boolean {
    setTried(true)
    const wrong = whyNotForecast(forecastOf(draft.content))
    if (wrong) toast(wrong)
    else if (!draft.unsealDate) dateLine.current?.focus()
    return !wrong && draft.unsealDate !== ''
  }

  function publishedNow({ capsule_id: capsuleId }: Sealed, made: SealDraft) {
    toast(FORECAST_PUBLISHED)
    forgetDraft(made.owner, { id: made.draft_id, type: made.type })
    setRisen({ capsuleId, made })
  }

  return {
    isReady,
    publish,
    risen,
    Rising,
    dateLine,
    dateMissing: tried && !draft.unsealDate ? OPEN_TIME_MISSING : undefined,
  }
}
