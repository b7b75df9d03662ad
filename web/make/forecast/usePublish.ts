import { type ComponentProps, type ReactNode, useEffect, useRef, useState } from 'react'
import { FORECAST_PUBLISHED, whyNotForecast } from '#contract/forecast.ts'
import { OPEN_TIME_MISSING } from '#contract/seal.ts'
import { knowTime } from '#web/client/knowTime.ts'
import { forecastOf, type SealDraft } from '#web/draft/current/draft.ts'
import { askForName } from '#web/draft/editor/useSaveDraft.ts'
import { forgetDraft } from '#web/draft/offline/forgetDraft.ts'
import { notPast } from '#web/make/seal/notPast.ts'
import type { Risen } from '#web/make/seal/Rising.tsx'
import { type Sealed, useSeal } from '#web/make/seal/useSeal.ts'
import { useAfford } from '#web/shop/wallet/useAfford.ts'
import { toast } from '#web/ui/toast.tsx'

type Ritual = (props: ComponentProps<typeof import('#web/make/seal/Rising.tsx').Rising>) => ReactNode

/** Stands in for the ritual where its code does not load: leads home at once. */
const Straight: Ritual = ({ onRisen }) => {
  useEffect(onRisen, [onRisen])
  return null
}

/** Publishes a prediction under a name it asks for, and returns whether that was done; then the capsule rises as others do. */
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
    // Nothing can be written meanwhile: the text on the page is the text that is sealed.
    await knowTime()
    const unsealDate = notPast(draft.unsealDate)
    if (unsealDate !== draft.unsealDate) {
      change({ unsealDate })
      return false
    }
    // Loads while the name is asked for.
    const coming = import('#web/make/seal/Rising.tsx').catch(() => ({ Rising: Straight }))
    // An earlier call without an answer may have spent the last capsule.
    const perhapsPaid = isUnanswered() || draft.sentAs !== undefined
    if (!perhapsPaid && !(await afford())) return false
    const long_tag = await askForName(draft.long_tag)
    if (long_tag === undefined) return false
    change({ long_tag })
    if (!(await seal({ ...draft, long_tag }))) return false
    setRitual(await coming)
    return true
  }

  /** Whether the prediction can be sealed as the person sees it; otherwise says why not. */
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
